/** What a column may hold here: text, a number, bytes, nothing. */
export type Value = string | number | Uint8Array | null;

/** What numbers that count on by a table need of its connection. */
export interface StatementRunner {
  /** The first row that a statement answers. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
}
