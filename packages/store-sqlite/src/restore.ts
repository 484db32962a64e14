import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type BackupManifest,
  backupManifestName,
  ParleyError,
  readBackupManifest,
} from "@parley/core";
import { prepareDirectory, syncDirectory } from "./directory.ts";
import { Owner } from "./owner.ts";
import { copyChecked } from "./restore-copy.ts";
import { directoryError } from "./store-error.ts";

/** What is restored, and where to. */
export interface RestoreOptions {
  /** A backup: the directory that holds `manifest.json`. */
  readonly from: string;
  /** The data directory; made when it is missing. No gateway may be running on it. */
  readonly directory: string;
  /** Whether files that are there make room; they are moved aside, never deleted. Default: no. */
  readonly replace?: boolean;
  /** Told the name of each file once it is copied and checked. */
  readonly onFile?: (name: string) => void;
}

/** What was restored. */
export interface Restored {
  readonly manifest: BackupManifest;
  /** Where the files lie that made room; `null` when there were none. */
  readonly movedTo: string | null;
}

/** The store's file, by whose owner file a running gateway is known. */
const storeName = "parley.db";
/** What SQLite keeps beside a database; left behind it would be taken for the log of the restored one. */
const companions = ["", "-wal", "-shm", "-journal"];

/**
 * Puts the files of a backup into a data directory; the next start of the gateway goes on from there. Every file is
 * copied under another name, compared with the manifest, opened and synced, before the first one takes its place.
 * @throws ParleyError `backup-damaged`, `restore-not-empty`, `store-owned`, `store-directory`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { from, directory, replace = false, onFile } = options;
  const manifest = readManifest(from);
  const names = manifest.files.map(({ name }) => name);
  prepareDirectory(directory);
  const owner = Owner.take(join(directory, ownedName(names)));
  try {
    const present = filesInTheWay(directory, names);
    if (present.length > 0 && !replace) throw notEmptyError(directory, present);
    const copies = await copyAll({ manifest, from, directory, onFile });
    const movedTo = present.length > 0 ? moveAside(directory, present) : null;
    for (const { name, path } of copies) renameSync(path, join(directory, name));
    syncDirectory(directory);
    return { manifest, movedTo };
  } finally {
    owner.release();
  }
}

function readManifest(from: string): BackupManifest {
  try {
    return readBackupManifest(readFileSync(join(from, backupManifestName), "utf8"));
  } catch (error) {
    if (ParleyError.is(error)) throw error;
    throw new ParleyError(
      "backup-damaged",
      `${from} holds no ${backupManifestName}, so it is no finished backup: name the directory that holds one.`,
      { cause: error },
    );
  }
}

/** A host may have given the store's file another name. */
function ownedName(names: readonly string[]): string {
  return names.includes(storeName) ? storeName : (names.find(isDatabase) ?? storeName);
}

function isDatabase(name: string): boolean {
  return name.endsWith(".db") && name !== "console.db";
}

interface Copy {
  readonly name: string;
  readonly path: string;
}

async function copyAll(task: {
  readonly manifest: BackupManifest;
  readonly from: string;
  readonly directory: string;
  readonly onFile: RestoreOptions["onFile"];
}): Promise<readonly Copy[]> {
  const { manifest, from, directory, onFile } = task;
  const copies: Copy[] = [];
  try {
    for (const file of manifest.files) {
      const path = join(directory, `${file.name}.restoring`);
      rmSync(path, { force: true });
      copies.push({ name: file.name, path });
      await copyChecked(join(from, file.name), path, file);
      onFile?.(file.name);
    }
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

function notEmptyError(directory: string, present: readonly string[]): ParleyError {
  return new ParleyError(
    "restore-not-empty",
    `${directory} holds ${present.join(", ")} already: restore into an empty directory, or ask to replace what is there.`,
  );
}
