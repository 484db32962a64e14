import { ParleyError } from "../errors.ts";

/** System error codes between a plugin and its agent app. Any other code may hold a visitor's words. */
const knownCodes: ReadonlySet<string> = new Set([
  "EACCES",
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "EMFILE",
  "ENETUNREACH",
  "ENOENT",
  "ENOSPC",
  "ENOTFOUND",
  "EPIPE",
  "EPROTO",
  "ETIMEDOUT",
]);
/** Codes of Node, undici and SQLite. */
const libraryCode = /^(?:ERR|UND_ERR|SQLITE)_[A-Z0-9_]{1,40}$/;
/** Form of Parley's own codes, which docs/errors.md lists. */
const parleyCode = /^[a-z]{1,20}(?:-[a-z0-9]{1,20}){0,5}$/;
const className = /^[A-Za-z_$][\w$]{0,60}$/;

/** The loggable facts of an error thrown by foreign code, and of its cause. */
export function errorFacts(thrown: unknown): { readonly error: string; readonly cause?: string } {
  try {
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    return { error: errorKind(thrown), ...(cause !== undefined && { cause: errorKind(cause) }) };
  } catch {
    // Reading a foreign error may throw as well.
    return { error: "unknown" };
  }
}

/** A known code, else the class; never the message. */
export function errorKind(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { code } = thrown as { readonly code?: unknown };
  if (typeof code !== "string") return classOf(thrown);
  const isKnown = knownCodes.has(code) || libraryCode.test(code);
  return isKnown || (ParleyError.is(thrown) && parleyCode.test(code)) ? code : classOf(thrown);
}

/** Reads the class from the prototype, because an own property may hold any text. */
function classOf(thrown: Error): string {
  const { constructor } = Object.getPrototypeOf(thrown) as { readonly constructor?: unknown };
  const name = typeof constructor === "function" ? constructor.name : "";
  return className.test(name) ? name : "Error";
}

/**
 * The loggable code or name of an error of a store, of another adapter or of core. Operators look these codes up.
 * Never the message, which may quote a visitor.
 */
export function errorName(error: unknown): string {
  try {
    if (error instanceof Error) return "code" in error ? String(error.code) : error.name;
    return typeof error;
  } catch {
    return "unknown";
  }
}
