import { Client } from "pg";

/** Makes a database on a server unless there is one of that name. @returns its connection string. */
export async function namedDatabase(connectionString: string, name: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rows.length === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const address = new URL(connectionString);
  address.pathname = `/${name}`;
  return address.href;
}
