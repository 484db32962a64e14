import { ParleyError } from "@parley/core";

/**
 * Turns an error of SQLite or the file system into one sentence for the operator. Codes: `store-corrupt`,
 * `store-read-only`, `store-directory`. Everything else is `store-failed`, and the next call may succeed.
 */
export function storeError(error: unknown, path: string): ParleyError {
  if (ParleyError.is(error)) return error;
  const code = codeOf(error);
  if (isDamage(code)) return corruptError(path, error);
  if (code.startsWith("SQLITE_READONLY") || readOnly.has(code)) {
    return new ParleyError(
      "store-read-only",
      `${pathOf(error) ?? path} is read-only for this user: make the file and its directory writable.`,
      { cause: error },
    );
  }
  if (code.startsWith("SQLITE_CANTOPEN")) return directoryError(path, error);
  return new ParleyError(
    "store-failed",
    `${path} could not be read or written (${code})${otherWants[code] === undefined ? "" : `: ${otherWants[code]}`}; it is unknown whether anything of this call was stored.`,
    { cause: error, retryable: true },
  );
}

/** Error codes for a file that this user may not write. */
const readOnly: ReadonlySet<string> = new Set(["SQLITE_PERM", "EACCES", "EPERM", "EROFS"]);

/** The file that the system's error is about, for example the log beside the database. */
function pathOf(error: unknown): string | null {
  const found = error instanceof Error && "path" in error ? error.path : null;
  return typeof found === "string" ? found : null;
}

/** Whether SQLite's code tells of a damaged file. */
export function isDamage(code: string): boolean {
  return code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
}

/** @returns `store-corrupt`. */
export function corruptError(path: string, cause?: unknown): ParleyError {
  return new ParleyError(
    "store-corrupt",
    `${path} is damaged or is not an SQLite database: make a copy of its directory and run \`parley repair\`; if that fails, restore a backup, or move the file away to start empty.`,
    { cause },
  );
}

/** Other reasons why a file cannot be created or written, by error code. */
const otherWants: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left there",
  SQLITE_FULL: "no space is left there",
  EDQUOT: "this user's disk quota is used up",
  EMFILE: "this process has too many files open",
  ENFILE: "this machine has too many files open",
  EROFS: "its file system is read-only",
};

/** @returns `store-directory`: the directory of `path` cannot be created, entered or written. */
export function directoryError(path: string, cause: unknown): ParleyError {
  const code = codeOf(cause);
  const wants = otherWants[code] ?? "its directory must exist and be writable for this user";
  const message = `${path} cannot be created or opened (${code}): ${wants}.`;
  return new ParleyError("store-directory", message, { cause });
}

/** The `code` of a system or SQLite error; `unknown` when there is none. */
export function codeOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "unknown";
}
