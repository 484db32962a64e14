/** A value of a column: text, a number, bytes, or null. */
export type Value = string | number | Uint8Array | null;

/** The part of a connection that counters and numbers of backends need. */
export interface StatementRunner {
  /** The first row of the result. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
}
