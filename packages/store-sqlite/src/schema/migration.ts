/** One numbered step of the schema. Append only: a released step never changes. */
export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  /** The oldest version of this package's schema that can still read and write the file after this step. */
  readonly oldestReader: number;
  readonly sql: string;
}
