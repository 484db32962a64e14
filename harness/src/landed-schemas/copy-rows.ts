import Database from "better-sqlite3";
import type { Client } from "pg";

/** What a later step adds to a table of the first one. */
const laterRows = "name <> 'search_position'";
/** Says which schema it is. */
const versionTable = "parley_schema";

/** Replaces the rows of a SQLite file by those of another one that may have more tables. */
export function copySqliteRows(from: string, to: string): void {
  const file = new Database(to);
  try {
    file.pragma("foreign_keys = off");
    file.prepare("attach ? as filled").run(from);
    const tables = file
      .prepare<[], string>(
        "select name from main.sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
      )
      .pluck()
      .all();
    file.transaction(() => {
      for (const table of tables.filter((name) => name !== versionTable)) copyTable(file, table);
    })();
  } finally {
    file.close();
  }
}

function copyTable(file: Database.Database, table: string): void {
  const columns = file
    .prepare<[string], string>("select name from pragma_table_info(?, 'main')")
    .pluck()
    .all(table)
    .map((name) => `"${name}"`)
    .join(", ");
  const only = table === "counters" ? `where ${laterRows}` : "";
  file.exec(`delete from main."${table}";
    insert into main."${table}" (${columns}) select ${columns} from filled."${table}" ${only}`);
}

/** Replaces the rows of a PostgreSQL schema by those of another one that may have more tables. */
export async function copyPostgresRows(client: Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(quote_ident(column_name), ', ') as columns
      from information_schema.columns
      where table_schema = $1 and table_name <> $2 group by table_name`,
    [to, versionTable],
  );
  // Rows come in any order: foreign keys are not checked meanwhile.
  await client.query("set session_replication_role = replica");
  for (const { table, columns } of rows) {
    const [source, target] = [from, to].map(
      (schema) => `${schema}.${client.escapeIdentifier(table)}`,
    );
    await client.query(`delete from ${target}`);
    await client.query(
      `insert into ${target} (${columns}) overriding system value select ${columns} from ${source}`,
    );
  }
  const sequences = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = $1",
    [to],
  );
  for (const { name } of sequences.rows)
    await client.query(`select setval('${to}.${name}', (select last_value from ${from}.${name}))`);
  await client.query("set session_replication_role = default");
}
