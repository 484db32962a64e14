import { ParleyError } from "@parley/core";

/** Why the host cannot start: one sentence for the operator. */
export class StartError extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = "StartError";
  }
}

/** One sentence for any error that prevented the start; never a stack. */
export function sentenceOf(error: unknown): string {
  // The first error is the cause. A failure to close is not.
  if (error instanceof SuppressedError) return sentenceOf(error.suppressed);
  if (error instanceof StartError || ParleyError.is(error)) return error.message;
  const why = error instanceof Error ? error.message : String(error);
  return `Parley could not start: ${why.split("\n", 1)[0]}.`;
}

/** `code` of a system error, such as `EACCES`. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
