import type { Client } from "pg";

/** What a column may hold here. */
type Value = string | number | null;

/**
 * Runs an insert that takes one array per column.
 * @param rows of equally many values
 * @throws Error when not every row was written: then one names what is not there
 */
export async function insertColumns(
  client: Client,
  sql: string,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = first.map((_, index) => rows.map((row) => row[index]));
  const { rowCount } = await client.query(sql, columns);
  if (rowCount !== rows.length) throw new Error(`${rowCount} of ${rows.length} rows were written`);
}
