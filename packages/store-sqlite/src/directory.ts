import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { directoryError } from "./store-error.ts";

/**
 * Makes the directory, readable for its owner only, when it is missing.
 * @throws ParleyError `store-directory`.
 */
export function prepareDirectory(directory: string): void {
  try {
    const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (first !== undefined) syncUpwards(resolve(directory), dirname(resolve(first)));
  } catch (error) {
    throw directoryError(directory, error);
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
