/** Location of the database. */
export interface DatabasePlace {
  readonly directory: string;
  readonly fileName: string;
}
