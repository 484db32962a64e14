import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { faultFinding, type Finding, okFinding, warningFinding } from "@parley/core";
import { startBytes } from "../erase/pending-compaction.ts";
import type { FilePlace } from "../connection/file-place.ts";

const mebibyte = 1024 * 1024;
/** Four times the size to which the log is truncated after a checkpoint. */
const longLogBytes = 256 * mebibyte;
const othersBits = 0o077;

/** Whether a restart would find the file that is open now. */
export function placeFinding({ isLost }: FilePlace): Finding {
  if (!isLost) return okFinding("sqlite-place", "The database file is in its place.");
  return faultFinding(
    "sqlite-place",
    "The database was deleted, moved or replaced while it was open. Visitors get 503.",
    "Move it back before any restart (a copy is another file). If it is gone, make a backup now (`parley backup`): until the gateway stops it contains all data, and it can be restored.",
  );
}

/** Whether the write-ahead log is being checkpointed. */
export async function logFinding(path: string): Promise<Finding> {
  const sizeBytes = await stat(`${path}-wal`).then(
    ({ size }) => size,
    () => 0,
  );
  const message = `The write-ahead log has ${Math.ceil(sizeBytes / mebibyte)} MB.`;
  if (sizeBytes <= longLogBytes) return okFinding("sqlite-log", message);
  return warningFinding(
    "sqlite-log",
    `${message} Something prevents a checkpoint into the database.`,
    "Look for a program that has the database open for reading, such as a backup or a shell, and end it.",
  );
}

/** Whether erased data may stay in unused parts of pages. */
export function erasedFinding(isPending: boolean, sizeBytes: number): Finding {
  if (!isPending) return okFinding("sqlite-erased", "The file holds nothing of erased visitors.");
  if (sizeBytes <= startBytes) {
    return okFinding(
      "sqlite-erased",
      "At its next start the gateway removes traces of erased visitors from the file.",
    );
  }
  return warningFinding(
    "sqlite-erased",
    "The file may hold traces of erased visitors, and is too large to be rewritten at the start.",
    "Make a backup, which holds no traces, and restore it; then delete the replaced files.",
  );
}

/** Whether other users of the machine can read the directory or its files. */
export async function privacyFinding(path: string): Promise<Finding> {
  const open: string[] = [];
  for (const [name, at] of [
    ["its directory", dirname(path)],
    ["the database", path],
    ["its log", `${path}-wal`],
  ] as const) {
    const mode = await stat(at).then(
      (found) => found.mode,
      () => 0,
    );
    if ((mode & othersBits) !== 0) open.push(name);
  }
  if (open.length === 0 || process.platform === "win32")
    return okFinding("sqlite-privacy", "Only the gateway's user can read the database.");
  return warningFinding(
    "sqlite-privacy",
    `Other users of this machine can read ${open.join(", ")}.`,
    "Restrict access: `chmod 700` for the directory, `chmod 600` for the files.",
  );
}
