import { ParleyError } from "@parley/core";

/** An error on its way between threads: a clone of one would lose its class and its code. */
export interface CarriedError {
  readonly isParley: boolean;
  readonly message: string;
  readonly code: string | null;
  readonly retryable: boolean;
  readonly cause: CarriedError | null;
}

/** How deep causes are carried. */
const deepest = 4;

export function carryError(error: unknown, depth = 0): CarriedError {
  const known = error instanceof Error ? error : new Error(String(error));
  const code = "code" in known && typeof known.code === "string" ? known.code : null;
  const isParley = ParleyError.is(known);
  return {
    isParley,
    message: known.message,
    code,
    retryable: isParley && known.retryable,
    cause:
      known.cause === undefined || depth === deepest ? null : carryError(known.cause, depth + 1),
  };
}

/** The error again, as whoever called expects it. */
export function errorAgain({ isParley, message, code, retryable, cause }: CarriedError): Error {
  const options = cause === null ? {} : { cause: errorAgain(cause) };
  if (isParley && code !== null) return new ParleyError(code, message, { retryable, ...options });
  return Object.assign(new Error(message, options), code === null ? {} : { code });
}
