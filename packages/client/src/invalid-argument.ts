import { ParleyClientError } from "./client-error.ts";

/** `field`: path in the message; `null` when the argument is not a part of the message. */
export function invalidArgument(message: string, field: string | null = null): ParleyClientError {
  return new ParleyClientError("invalid-argument", { message, field });
}

/**
 * Checks a limit. NaN is refused, because no comparison with it is true.
 * @throws ParleyClientError `invalid-argument`
 */
export function checkedLimit(name: string, value: unknown): number {
  if (typeof value === "number" && value > 0 && Number.isFinite(value)) return value;
  throw invalidArgument(`${name}: A number greater than 0 is expected.`);
}
