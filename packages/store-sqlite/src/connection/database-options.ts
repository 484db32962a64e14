/** Location of the database. */
export interface DatabasePlace {
  readonly directory: string;
  readonly fileName: string;
}

/** Options of `Database.open`. */
export interface DatabaseOptions extends DatabasePlace {
  /** Size of the tail: see `WriteBehind`. */
  readonly tailDeliveries?: number | undefined;
}
