import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type BackupFile, ParleyError } from "@parley/core";
import { checkCopy } from "./backup-check.ts";
import { refuseOlder } from "../schema/migrate.ts";
import { codeOf, directoryError } from "../connection/store-error.ts";

/** The first bytes of every SQLite database. */
const sqliteMark = "SQLite format 3\0";

/** Refuse links, and never wait for the writer of a pipe. Windows has neither flag. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
const readFlags = (O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK;

/** One file of a backup to copy. */
export interface CopyTask {
  readonly from: string;
  readonly to: string;
  readonly expected: BackupFile;
  /** Whether it must be a store's database. */
  readonly isStore: boolean;
  readonly signal: AbortSignal;
}

/**
 * Checks for the table that identifies a store's file. The file's own SQL (views, triggers) never runs: it could take
 * for ever.
 */
const storeQuestions = {
  schemas: "select count(*) from sqlite_schema where type = 'table' and name = 'parley_schema'",
  olderSchemas: "select count(*) from sqlite_schema where type = 'table' and name = 'channel_keys'",
};

/**
 * Copies one file of a backup, readable for its owner only and synced. Then checks it against the manifest. Reading
 * stops as soon as the file is longer than the manifest says.
 * @throws ParleyError `backup-damaged`, `store-older`, `store-directory`; the reason of `signal`.
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
    if (facts["olderSchemas"] === 1) refuseOlder(from);
    throw new ParleyError(
      "backup-damaged",
      `${from} is a database, but not a gateway's: choose another backup.`,
    );
  }
  signal.throwIfAborted();
}

/**
 * Opens a file of an untrusted backup. Refuses links, pipes and devices.
 * @throws ParleyError `backup-damaged`, `store-directory`.
 */
export async function openOfBackup(path: string): Promise<FileHandle> {
  try {
    // Before opening, since opening a device can have effects. Checked again after opening, since the file may have
    // been replaced.
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
