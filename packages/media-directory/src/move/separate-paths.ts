import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { ParleyError } from "@parley/core";
import { codeOf } from "../files/file-fault.ts";

/**
 * Checks that neither directory is the other one, or lies in it, also by symbolic links. They may be missing.
 * @throws ParleyError `invalid-option`, and errors of the file system
 */
export async function checkSeparate(from: string, to: string): Promise<void> {
  const [source, target] = [await realPathOf(resolve(from)), await realPathOf(resolve(to))];
  if (!isWithin(source, target) && !isWithin(target, source)) return;
  throw new ParleyError(
    "invalid-option",
    `The media files cannot be moved from ${from} to ${to}, since these are the same directory or one lies in the other: name another directory to move to.`,
  );
}

/** @param path absolute; what is missing of it stays as it is */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    return join(await realPathOf(dirname(path)), basename(path));
  }
}

/** Whether a path is `parent` or lies in it. Both are absolute. */
export function isWithin(parent: string, path: string): boolean {
  const way = relative(parent, path);
  return !isAbsolute(way) && way.split(sep)[0] !== "..";
}
