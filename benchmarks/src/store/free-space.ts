import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** @throws Error that says how much is missing where, and how to use another directory. */
export function requireFreeSpace(bytes: number, what: string): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Error(
    `${what} needs ${gigabytes(bytes)} GB in ${tmpdir()}, and ${gigabytes(free)} GB are free; TMPDIR names another place.`,
  );
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}
