import { ParleyError } from "../errors.ts";

/** What goes wrong between a plugin and its agent app. What else is called a code may be a visitor's words. */
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
/** Of Node, of undici and of SQLite. */
const codeOfLibrary = /^(?:ERR|UND_ERR|SQLITE)_[A-Z0-9_]{1,40}$/;
/** In the form of ours, which docs/errors.md lists. */
const codeOfOurs = /^[a-z]{1,20}(?:-[a-z0-9]{1,20}){0,5}$/;
const className = /^[A-Za-z_$][\w$]{0,60}$/;

/** What the log may say of what somebody else's code threw, and of what caused it. */
export function kindsOf(thrown: unknown): { readonly error: string; readonly cause?: string } {
  try {
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    return { error: kindOf(thrown), ...(cause !== undefined && { cause: kindOf(cause) }) };
  } catch {
    // It may itself throw when it is looked at.
    return { error: "unknown" };
  }
}

/** A known code, or else the class; never what it says. */
export function kindOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { code } = thrown as { readonly code?: unknown };
  if (typeof code !== "string") return classOf(thrown);
  const isKnown = knownCodes.has(code) || codeOfLibrary.test(code);
  return isKnown || (ParleyError.is(thrown) && codeOfOurs.test(code)) ? code : classOf(thrown);
}

/** Not by a property of its own, which whoever filled the error may have written. */
function classOf(thrown: Error): string {
  const { constructor } = Object.getPrototypeOf(thrown) as { readonly constructor?: unknown };
  const name = typeof constructor === "function" ? constructor.name : "";
  return className.test(name) ? name : "Error";
}

/**
 * What a log line may say of the error of a store, of another adapter, or of ours: its code or name. They give codes that
 * operators look up; never its message, which may quote a visitor.
 */
export function nameOf(error: unknown): string {
  try {
    if (error instanceof Error) return "code" in error ? String(error.code) : error.name;
    return typeof error;
  } catch {
    return "unknown";
  }
}
