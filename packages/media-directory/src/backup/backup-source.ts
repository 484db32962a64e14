import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BackupFacts, BackupSource } from "@parley/core";
import { type Pack, pack } from "tar-stream";
import { whenMissing } from "../files/file-fault.ts";
import { FileFolder } from "../files/file-folder.ts";
import { markerName } from "../files/place.ts";
import { readArchive } from "./read-archive.ts";

/** Name of the copy within a backup. */
export const mediaArchive = "media.tar";

/** All files in one archive. A file never changes once it is stored, so each is in it whole or not at all. */
export class MediaBackupSource implements BackupSource {
  readonly name = mediaArchive;
  readonly holds = "media";
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async write(
    path: string,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    const archive = pack();
    const target = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
    const added = this.#addAll(archive, onProgress, signal).catch((error: unknown) => {
      archive.destroy(error as Error);
      throw error;
    });
    await Promise.all([pipeline(archive, target, { signal }), added]).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    onProgress(1);
  }

  async verify(path: string): Promise<BackupFacts> {
    let files = 0;
    let bytes = 0;
    await readArchive(path, async ({ name, content }) => {
      if (name !== markerName) files += 1;
      for await (const chunk of content) if (name !== markerName) bytes += chunk.length;
    });
    return { files, bytes };
  }

  async #addAll(
    archive: Pack,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#add(archive, markerName);
    const folder = new FileFolder(this.#directory);
    const folders = await folder.folders();
    for (const [index, name] of folders.entries()) {
      for (const { id } of await folder.filesIn(name)) {
        signal.throwIfAborted();
        await this.#add(archive, FileFolder.placeOf(id));
      }
      onProgress((index + 1) / folders.length);
    }
    archive.finalize();
  }

  /** A file that was erased meanwhile is left out. */
  async #add(archive: Pack, name: string): Promise<void> {
    const file = await open(join(this.#directory, name), "r").catch(whenMissing(null));
    if (file === null) return;
    try {
      await addOpened(archive, name, file);
    } finally {
      await file.close();
    }
  }
}

async function addOpened(archive: Pack, name: string, file: FileHandle): Promise<void> {
  const { size, mtime } = await file.stat();
  const entry = archive.entry({ name, size, mtime, mode: 0o600, type: "file" });
  await pipeline(file.createReadStream({ autoClose: false }), entry);
}
