import { ParleyError } from "@parley/core";

/** SQLSTATEs: lock timeout, deadlock, serialization failure. */
const contention = new Set(["55P03", "40P01", "40001"]);

/** Turns an error of PostgreSQL or its connection into one sentence: `store-failed`. The next call may succeed. */
export function storeError(error: unknown, place: string): ParleyError {
  if (ParleyError.is(error)) return error;
  return new ParleyError(
    "store-failed",
    `${place} could not be read or written (${codeOf(error)}); it is unknown whether anything of this call was stored.`,
    { cause: error, retryable: true },
  );
}

/** The SQLSTATE, or the `code` of a system error; `unknown` when there is none. */
export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "unknown";
}

/** Whether another transaction had what this one needed: the same may succeed a moment later. */
export function isOfLocks(error: unknown): boolean {
  return contention.has(codeOf(error));
}

/**
 * Whether an error concerns single rows and not the connection: a lock, a deadlock, a serialization failure, or an
 * invalid or too large value. Then a part of the batch may succeed where the whole failed.
 */
export function isOfRows(error: unknown): boolean {
  const code = codeOf(error);
  return isOfLocks(error) || /^(?:2[23]|54)[0-9A-Z]{3}$/.test(code);
}
