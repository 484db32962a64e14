import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  type BackupManifest,
  backupManifestName,
  ParleyError,
  readBackupManifest,
} from "@parley/core";
import { prepareDirectory, syncDirectory } from "../connection/directory.ts";
import { Owner } from "../connection/owner.ts";
import { copyChecked, openOfBackup } from "./restore-copy.ts";
import { directoryError } from "../connection/store-error.ts";

/** Source and target of a restore. */
export interface RestoreOptions {
  /** A backup: the directory that holds `manifest.json`. */
  readonly from: string;
  /** The data directory; created when missing. No gateway may be running on it. */
  readonly directory: string;
  /** The store's file within the backup and `directory`; default `parley.db`. */
  readonly fileName?: string;
  /** Whether to move existing files aside. They are never deleted. Default: no. */
  readonly replace?: boolean;
  /** Called with the name of each file once it is copied and checked. */
  readonly onFile?: (name: string) => void;
  /** Aborts the restore before any file has been replaced, and deletes what was copied. Default: never. */
  readonly signal?: AbortSignal;
}

/** The result of a restore. */
export interface Restored {
  readonly manifest: BackupManifest;
  /** Directory of the files that were moved aside; `null` when there were none. */
  readonly movedTo: string | null;
}

/**
 * Files that SQLite keeps beside a database. An old one left behind would be read as the log of the restored database.
 */
const companions = ["", "-wal", "-shm", "-journal"];
/** Names of files beside databases that no backup contains. Restored, they would be read as part of a database. */
const besideDatabases = /(?:-wal|-shm|-journal|\.owner|\.restoring)$/i;
const ownerSuffix = ".owner";
/** Size limit of a manifest. Each file takes some hundred bytes of it. */
const manifestLimitBytes = 1024 * 1024;

/**
 * Restores the files of a backup into a data directory. The gateway continues from there at its next start. Every file
 * is copied under another name, compared with the manifest, opened and synced before any file is replaced. The backup
 * is untrusted: it may come from anywhere.
 * @throws ParleyError `backup-damaged`, `restore-not-empty`, `store-older`, `store-owned`, `store-directory`; the reason of
 * `signal`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { from, directory, fileName = "parley.db", replace = false, onFile } = options;
  const { signal = new AbortController().signal } = options;
  const manifest = await readManifest(from, fileName);
  signal.throwIfAborted();
  if (isWithin(from, directory)) throw withinBackupError(directory);
  const names = manifest.files.map(({ name }) => name);
  prepareDirectory(directory);
  const owners = takeOwners(directory, fileName);
  try {
    const present = filesInTheWay(directory, names);
    if (present.length > 0 && !replace) throw notEmptyError(directory, present);
    const copies = await copyAll({ manifest, from, directory, fileName, onFile, signal });
    const movedTo = present.length > 0 ? moveAside(directory, present) : null;
    for (const { name, path } of copies) renameSync(path, join(directory, name));
    syncDirectory(directory);
    return { manifest, movedTo };
  } finally {
    for (const owner of owners) owner.release();
  }
}

async function readManifest(from: string, fileName: string): Promise<BackupManifest> {
  const path = join(from, backupManifestName);
  if (!existsSync(path)) {
    throw new ParleyError(
      "backup-damaged",
      `${from} has no ${backupManifestName}, so it is not a complete backup: give the directory of a complete one.`,
    );
  }
  const file = await openOfBackup(path);
  const bytes = await buffer(file.createReadStream({ start: 0, end: manifestLimitBytes }));
  const manifest = readBackupManifest(bytes.length > manifestLimitBytes ? "" : bytes.toString());
  const names = manifest.files.map(({ name }) => name);
  if (names.includes(fileName) && !names.some((name) => besideDatabases.test(name)))
    return manifest;
  throw new ParleyError(
    "backup-damaged",
    `${from} is not a backup of a gateway whose store is ${fileName}: it must hold that file, and no log or lock file of a database.`,
  );
}

/** Takes ownership of every database in the directory, whatever its name. No gateway runs without an owner file. */
function takeOwners(directory: string, fileName: string): readonly Owner[] {
  const present = readdirSync(directory).filter((name) => name.endsWith(ownerSuffix));
  const names = new Set([fileName, ...present.map((name) => name.slice(0, -ownerSuffix.length))]);
  const owners: Owner[] = [];
  try {
    for (const name of names) owners.push(Owner.take(join(directory, name)));
    return owners;
  } catch (error) {
    for (const owner of owners) owner.release();
    throw error;
  }
}

interface Copy {
  readonly name: string;
  readonly path: string;
}

async function copyAll(task: {
  readonly manifest: BackupManifest;
  readonly from: string;
  readonly directory: string;
  readonly fileName: string;
  readonly onFile: RestoreOptions["onFile"];
  readonly signal: AbortSignal;
}): Promise<readonly Copy[]> {
  const { manifest, from, directory, fileName, onFile, signal } = task;
  const copies: Copy[] = [];
  try {
    for (const expected of manifest.files) {
      const { name } = expected;
      const path = join(directory, `${name}.restoring`);
      rmSync(path, { force: true });
      copies.push({ name, path });
      const isStore = name === fileName;
      await copyChecked({ from: join(from, name), to: path, expected, isStore, signal });
      onFile?.(name);
    }
    signal.throwIfAborted();
    return copies;
  } catch (error) {
    for (const { path } of copies) rmSync(path, { force: true });
    throw error;
  }
}

function filesInTheWay(directory: string, names: readonly string[]): readonly string[] {
  const wanted = new Set(names.flatMap((name) => companions.map((suffix) => name + suffix)));
  return readdirSync(directory).filter((name) => wanted.has(name));
}

function moveAside(directory: string, names: readonly string[]): string {
  let number = 1;
  while (existsSync(join(directory, `replaced-${number}`))) number += 1;
  const aside = join(directory, `replaced-${number}`);
  try {
    mkdirSync(aside, { mode: 0o700 });
    for (const name of names) renameSync(join(directory, name), join(aside, name));
    syncDirectory(aside);
    syncDirectory(directory);
    return aside;
  } catch (error) {
    throw directoryError(aside, error);
  }
}

/** Whether a directory, which may not exist, is `outer` or inside it. */
function isWithin(outer: string, directory: string): boolean {
  let there = resolve(directory);
  while (!existsSync(there)) there = dirname(there);
  const way = relative(realpathSync(outer), realpathSync(there));
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

function withinBackupError(directory: string): ParleyError {
  return new ParleyError(
    "restore-not-empty",
    `${directory} is inside the backup, which must not change: restore into another directory.`,
  );
}

function notEmptyError(directory: string, present: readonly string[]): ParleyError {
  return new ParleyError(
    "restore-not-empty",
    `${directory} already holds ${present.join(", ")}: restore into an empty directory, or replace these files.`,
  );
}
