import { withClient } from "./with-client.ts";

/** Makes a database on a server unless there is one of that name. @returns its connection string. */
export async function namedDatabase(connectionString: string, name: string): Promise<string> {
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (rows.length === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
  const address = new URL(connectionString);
  address.pathname = `/${name}`;
  return address.href;
}
