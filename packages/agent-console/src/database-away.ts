import { ParleyError } from "@parley/core";

/** Of an operating system: nobody listens, nobody is reached, or a connection has broken. */
const systemCodes: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);
/** SQLSTATEs: no connection, no room for one, a server that stops or starts, a standby, a statement that took too long. */
const serverCodes = /^(?:08...|53...|57P..|57014|25006)$/;
/** `pg` gives its own errors no code. */
const driverWords =
  /^(?:Connection terminated|Query read timeout|timeout e|Client (?:has encountered a connection error|was closed)|Cannot use a pool after)/;

/** Whether something failed only because a database, the console's or the gateway's, could not be asked just now. */
export function isDatabaseAway(error: unknown): boolean {
  if (ParleyError.is(error)) return error.retryable;
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== "string") return driverWords.test(error.message);
  return systemCodes.has(code) || serverCodes.test(code);
}
