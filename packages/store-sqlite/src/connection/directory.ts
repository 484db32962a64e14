import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf, directoryError } from "./store-error.ts";

/**
 * Creates the directory when missing, readable for its owner only.
 * @throws ParleyError `store-directory`.
 */
export function prepareDirectory(directory: string): void {
  try {
    const first = makeDirectory(resolve(directory));
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (first !== null) syncUpwards(resolve(directory), dirname(first));
  } catch (error) {
    throw directoryError(directory, error);
  }
}

/**
 * Not Node's recursive `mkdir`: it never ends on file systems that always answer ENOENT. Examples are `/proc`, and an
 * automounter asked for an unknown host.
 * @returns the first directory that was created; `null` when all existed.
 */
function makeDirectory(directory: string): string | null {
  const above = dirname(directory);
  try {
    return makeOne(directory);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || above === directory) throw error;
  }
  const first = makeDirectory(above);
  const own = makeOne(directory);
  return first ?? own;
}

/** `null` when it exists, even if another process has just created it. */
function makeOne(directory: string): string | null {
  try {
    mkdirSync(directory, { mode: 0o700 });
    return directory;
  } catch (error) {
    if (isDirectory(directory)) return null;
    throw error;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Creates an empty file when missing, readable for its owner only. SQLite gives its WAL the same mode. No other part of
 * this process may have the file open: closing a descriptor drops SQLite's locks.
 * @throws ParleyError `store-directory`.
 */
export function createFile(path: string): void {
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
    syncDirectory(dirname(path));
  } catch (error) {
    throw directoryError(path, error);
  }
}

/** Makes the names in a directory durable. Without it, a power failure can lose a whole new file. */
export function syncDirectory(directory: string): void {
  // Windows needs no sync and cannot open directories.
  if (process.platform === "win32") return;
  const descriptor = openSync(directory, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncUpwards(directory: string, last: string): void {
  for (let at = directory; ; at = dirname(at)) {
    syncDirectory(at);
    if (at === last || at === dirname(at)) return;
  }
}
