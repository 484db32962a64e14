/** The command line cannot be followed. Nothing was written. */
export class UsageError extends Error {
  /** @param message full sentences for the person who typed it */
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}
