import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type BackupFile, ParleyError } from "@parley/core";
import { checkCopy } from "./backup-check.ts";
import { codeOf, directoryError } from "./store-error.ts";

/** How every SQLite database begins. */
const sqliteMark = "SQLite format 3\0";

/**
 * Copies one file of a backup, readable for its owner only and synced, and looks whether it is what the manifest says.
 * @throws ParleyError `backup-damaged`, `store-directory`.
 */
export async function copyChecked(from: string, to: string, expected: BackupFile): Promise<void> {
  const found = await copy(from, to);
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) {
    throw new ParleyError(
      "backup-damaged",
      `${from} is not what the backup's manifest says it was: it has been changed or damaged; choose another backup.`,
    );
  }
  if (found.isDatabase) await checkCopy(to);
}

interface Found {
  readonly bytes: number;
  readonly sha256: string;
  readonly isDatabase: boolean;
}

async function copy(from: string, to: string): Promise<Found> {
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let bytes = 0;
  const target = await open(to, "wx", 0o600).catch((error: unknown) => {
    throw directoryError(to, error);
  });
  try {
    await pipeline(createReadStream(from), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        if (head.length < sqliteMark.length) head = Buffer.concat([head, chunk]);
        bytes += chunk.length;
        await target.writeFile(chunk);
      }
    });
    await target.sync();
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw directoryError(to, error);
    throw new ParleyError("backup-damaged", `${from} is missing: choose another backup.`, {
      cause: error,
    });
  } finally {
    await target.close();
  }
  const isDatabase = head.subarray(0, sqliteMark.length).toString("latin1") === sqliteMark;
  return { bytes, sha256: hash.digest("hex"), isDatabase };
}
