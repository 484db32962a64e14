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
 * Makes the directory, readable for its owner only, when it is missing.
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
 * Node's own way to make a directory with those above it never ends where a file system says ENOENT to everybody, as an
 * automounter does of a host that it does not know, and `/proc`.
 * @returns the first that was made; `null` when all were there.
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

/** `null` when it is there, perhaps since just now. */
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
 * Makes an empty file, readable for its owner only, when it is missing. SQLite gives its WAL the same mode. No other
 * part of this process may have the file open: closing a descriptor would drop SQLite's locks.
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

/** Makes the names in a directory durable: without it a power failure can take a whole new file. */
export function syncDirectory(directory: string): void {
  // Windows cannot open a directory and keeps its names durable by itself.
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
