/** The adapter cannot be checked. */
export class CheckFault extends Error {
  /** What its author can do, line by line. */
  readonly advice: readonly string[];

  /** @param message one sentence */
  constructor(message: string, ...advice: readonly string[]) {
    super(message);
    this.name = "CheckFault";
    this.advice = advice;
  }
}

/** What an error of the adapter says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
