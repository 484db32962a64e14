/** Location of the database. */
export interface DatabasePlace {
  readonly directory: string;
  readonly fileName: string;
}

/** Options of `Database.open`. */
export interface DatabaseOptions extends DatabasePlace {
  /** Whether to open a small file although indexes disagree with their tables. Default: no. */
  readonly isRepair?: boolean;
}
