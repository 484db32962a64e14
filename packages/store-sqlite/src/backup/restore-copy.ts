import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type BackupFile, ParleyError } from "@parley/core";
import { checkCopy } from "./backup-check.ts";
import { codeOf, directoryError } from "../connection/store-error.ts";

/** How every SQLite database begins. */
const sqliteMark = "SQLite format 3\0";

/** Never through a link, and never waiting for whoever writes into a pipe. Windows knows neither. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
const readFlags = (O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK;

/** One file on its way out of a backup. */
export interface CopyTask {
  readonly from: string;
  readonly to: string;
  readonly expected: BackupFile;
  /** Whether it must be the database of a store. */
  readonly isStore: boolean;
  readonly signal: AbortSignal;
}

/** Asks for the table by which a store knows its file. Of the file's own SQL nothing runs, which could take for ever. */
const storeQuestions = {
  schemas: "select count(*) from sqlite_schema where type = 'table' and name = 'schema'",
};

/**
 * Copies one file of a backup, readable for its owner only and synced, and looks whether it is what the manifest says.
 * Of what is longer no more is read than shows it.
 * @throws ParleyError `backup-damaged`, `store-directory`; the reason of `signal`.
 */
export async function copyChecked(task: CopyTask): Promise<void> {
  const { from, to, expected, isStore, signal } = task;
  const found = await copy(task);
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256) {
    throw new ParleyError(
      "backup-damaged",
      `${from} does not match the backup's manifest: it was changed or damaged. Choose another backup.`,
    );
  }
  const facts = isStore || found.isDatabase ? await checkCopy(to, storeQuestions) : {};
  if (isStore && facts["schemas"] !== 1) {
    throw new ParleyError(
      "backup-damaged",
      `${from} is a database, but not a gateway's: choose another backup.`,
    );
  }
  signal.throwIfAborted();
}

/**
 * Opens a file of a backup, which nobody vouches for: a link, a pipe or a device is none.
 * @throws ParleyError `backup-damaged`, `store-directory`.
 */
export async function openOfBackup(path: string): Promise<FileHandle> {
  try {
    // Before opening, since to open a device can do things; after, since it can have been replaced meanwhile.
    if (!(await lstat(path)).isFile()) throw noFileError(path);
    const file = await open(path, readFlags);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw noFileError(path);
  } catch (error) {
    if (ParleyError.is(error)) throw error;
    if (codeOf(error) !== "ENOENT") throw directoryError(path, error);
    throw new ParleyError("backup-damaged", `${path} is missing: choose another backup.`, {
      cause: error,
    });
  }
}

function noFileError(path: string): ParleyError {
  return new ParleyError("backup-damaged", `${path} is not a regular file: choose another backup.`);
}

interface Found {
  readonly bytes: number;
  readonly sha256: string;
  readonly isDatabase: boolean;
}

async function copy({ from, to, expected, signal }: CopyTask): Promise<Found> {
  const hash = createHash("sha256");
  let head = Buffer.alloc(0);
  let bytes = 0;
  const source = await openOfBackup(from);
  const target = await open(to, "wx", 0o600).catch(async (error: unknown) => {
    await source.close();
    throw directoryError(to, error);
  });
  try {
    await pipeline(
      source.createReadStream({ start: 0, end: expected.bytes, autoClose: false }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk);
          if (head.length < sqliteMark.length) head = Buffer.concat([head, chunk]);
          bytes += chunk.length;
          await target.writeFile(chunk);
        }
      },
      { signal },
    );
    await target.sync();
  } catch (error) {
    signal.throwIfAborted();
    throw directoryError(to, error);
  } finally {
    await source.close();
    await target.close();
  }
  const isDatabase = head.subarray(0, sqliteMark.length).toString("latin1") === sqliteMark;
  return { bytes, sha256: hash.digest("hex"), isDatabase };
}
