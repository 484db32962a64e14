/** One numbered step of the schema. Append only: a released step never changes. */
export interface Migration {
  /** Rises by one from step to step. */
  readonly version: number;
  /** The oldest schema version of this package that can read and write the file after this step. */
  readonly oldestReader: number;
  readonly sql: string;
}
