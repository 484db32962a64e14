import { ParleyError } from "@parley/core";

/** System errors: connection refused, host unreachable, connection lost. */
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
 * SQLSTATEs for: no connection, too many connections, server starting or stopping, standby, statement or lock timeout.
 * SQLite: the disk accepts no writes. PostgreSQL store: no pool connection was free in time.
 */
const serverCodes =
  /^(?:08...|53...|57P..|57014|25006|55P03|40P01|40001|SQLITE_(?:BUSY|FULL|IOERR).*|pool-busy)$/;
/** `pg` gives its own errors no code. The store gives none when it knows that the server is down. */
const driverWords =
  /^(?:Connection terminated|Query read timeout|timeout e|Client (?:has encountered a connection error|was closed)|Cannot use a pool after|the server did not answer)/;

/** Whether an operation failed only because the console's or the gateway's database is unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // The store marks every database error as retryable, so its cause decides.
  if (ParleyError.is(error) && error.code === "store-failed" && error.cause !== undefined)
    return isDatabaseUnavailable(error.cause);
  if (ParleyError.is(error)) return error.retryable;
  if (!(error instanceof Error)) return false;
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== "string") return driverWords.test(error.message);
  return systemCodes.has(code) || serverCodes.test(code);
}
