/** Where the database lies. */
export interface DatabasePlace {
  readonly directory: string;
  readonly fileName: string;
}

/** Options of `Database.open`. */
export interface DatabaseOptions extends DatabasePlace {
  /** How much of the newest is told by deliveries alone: see `WriteBehind`. */
  readonly tailDeliveries?: number | undefined;
}
