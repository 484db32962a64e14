/** One numbered step of the schema. Append only: a released step never changes. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** The oldest schema version of this package that can read and write the file after this step. */
  readonly oldestReader: number;
  readonly sql: string;
}
