/** Location of the database. */
export interface DatabasePlace {
  readonly directory: string;
  readonly fileName: string;
}

/** Options of `Database.open`. */
export interface DatabaseOptions extends DatabasePlace {
  /** Whether to leave out the check of pages and the pending compaction. Default: no. */
  readonly isRepair?: boolean;
}
