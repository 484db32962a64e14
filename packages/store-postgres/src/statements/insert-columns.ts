import type { Client } from "pg";

/** A value of a column. */
type Value = string | number | null;

/**
 * Runs an insert that takes one array per column.
 * @param rows of equal length
 * @throws Error when not every row was written: one refers to a missing row
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
