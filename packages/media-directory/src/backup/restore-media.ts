import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ParleyError } from "@parley/core";
import { unusable } from "../files/file-folder.ts";
import { markerName } from "../files/place.ts";
import { syncDirectory } from "../files/sync-directory.ts";
import { readArchive } from "./read-archive.ts";

/** Source and target of a restore. */
export interface RestoreMediaOptions {
  /** The `media.tar` of a backup. */
  readonly archive: string;
  /** The media directory; created when missing. No gateway may be running on it. */
  readonly directory: string;
  /** Whether to move existing files aside. They are never deleted. Default: no. */
  readonly replace?: boolean;
  /** Aborts the restore before any file has been replaced. Default: never. */
  readonly signal?: AbortSignal;
}

/** The result of a restore. */
export interface RestoredMedia {
  readonly files: number;
  /** Directory of the files that were moved aside; `null` when there were none. */
  readonly movedTo: string | null;
}

const partFolder = ".restoring";

/**
 * Unpacks the files of a backup into a media directory. All of them are written and synced before any is replaced, and
 * the marker comes last: a gateway does not start on a part of them.
 * @throws ParleyError `backup-damaged`, `restore-not-empty`, `media-directory-unusable`; the reason of `signal`
 */
export async function restoreMedia(options: RestoreMediaOptions): Promise<RestoredMedia> {
  const { archive, directory, replace = false, signal } = options;
  const part = join(directory, partFolder);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await rm(part, { recursive: true, force: true });
    const present = await readdir(directory);
    if (present.length > 0 && !replace) throw notEmpty(directory);
    await mkdir(part, { mode: 0o700 });
    const files = await unpack(archive, part, signal).catch(async (error: unknown) => {
      await rm(part, { recursive: true, force: true });
      throw error;
    });
    const movedTo = present.length > 0 ? await moveAside(directory, present) : null;
    await moveUp(part, directory);
    return { files, movedTo };
  } catch (error) {
    signal?.throwIfAborted();
    throw ParleyError.is(error) ? error : unusable(directory, error);
  }
}

async function unpack(archive: string, part: string, signal?: AbortSignal): Promise<number> {
  let files = 0;
  const folders = new Set<string>();
  await readArchive(
    archive,
    async ({ name, content }) => {
      const path = join(part, name);
      const folder = dirname(path);
      if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
      folders.add(folder);
      await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
      if (name !== markerName) files += 1;
    },
    signal,
  );
  for (const folder of folders) await syncDirectory(folder);
  await syncDirectory(part);
  return files;
}

async function moveAside(directory: string, names: readonly string[]): Promise<string> {
  const taken = new Set(names);
  let number = 1;
  while (taken.has(`replaced-${number}`)) number += 1;
  const aside = join(directory, `replaced-${number}`);
  await mkdir(aside, { mode: 0o700 });
  const moved = names.filter((name) => !/^replaced-\d+$/.test(name));
  for (const name of moved.toSorted(markerFirst))
    await rename(join(directory, name), join(aside, name));
  await syncDirectory(aside);
  await syncDirectory(directory);
  return aside;
}

async function moveUp(part: string, directory: string): Promise<void> {
  const names = await readdir(part);
  for (const name of names.toSorted(markerFirst).toReversed())
    await rename(join(part, name), join(directory, name));
  await rm(part, { recursive: true });
  await syncDirectory(directory);
}

function markerFirst(left: string, right: string): number {
  return Number(right === markerName) - Number(left === markerName);
}

function notEmpty(directory: string): ParleyError {
  return new ParleyError(
    "restore-not-empty",
    `${directory} already holds media: restore into an empty directory, or replace these files.`,
  );
}
