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
/**
 * SQLSTATEs: no connection, no room for one, a server that stops or starts, a standby, a statement that took too long or
 * waited too long for others. Of SQLite: a disk that takes nothing. Of the PostgreSQL store: no connection was free in time.
 */
const serverCodes =
  /^(?:08...|53...|57P..|57014|25006|55P03|40P01|40001|SQLITE_(?:BUSY|FULL|IOERR).*|pool-busy)$/;
/** `pg` gives its own errors no code, nor does the store for a server that it knows to be away. */
const driverWords =
  /^(?:Connection terminated|Query read timeout|timeout e|Client (?:has encountered a connection error|was closed)|Cannot use a pool after|the server did not answer)/;

/** Whether something failed only because a database, the console's or the gateway's, could not be asked just now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // The store says of whatever it was told by the database that it may be tried again.
  if (ParleyError.is(error) && error.code === "store-failed" && error.cause !== undefined)
    return isDatabaseUnavailable(error.cause);
  if (ParleyError.is(error)) return error.retryable;
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== "string") return driverWords.test(error.message);
  return systemCodes.has(code) || serverCodes.test(code);
}
