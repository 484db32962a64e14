import { lstat, mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ParleyError } from "@parley/core";
import { Draft } from "./draft.ts";
import { codeOf, whenMissing } from "./file-fault.ts";
import { syncDirectory } from "./sync-directory.ts";

/** 192 bits in the alphabet of the port `Random`. */
export const idCharacters = 32;
const idPattern = /^[A-Za-z0-9_-]{32}$/;
const folderPattern = /^[A-Za-z0-9_-]{2}$/;
const draftFolder = "tmp";

/** A file on disk. */
export interface KeptFile {
  readonly id: string;
  readonly sizeBytes: number;
  /** Epoch milliseconds at which it was stored. */
  readonly storedAt: number;
}

/** The files on disk: `ab/<id>` for stored ones, `tmp/` for those that are being fetched. */
export class FileFolder {
  readonly path: string;

  /** Makes nothing: of a network directory that went away, no part comes back by itself. */
  constructor(path: string) {
    this.path = path;
  }

  /** Makes what is missing, for its owner only. @throws ParleyError `media-directory-unusable` */
  static async open(path: string): Promise<FileFolder> {
    try {
      await mkdir(join(path, draftFolder), { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw unusable(path, cause);
    }
    return new FileFolder(path);
  }

  static isId(text: string): boolean {
    return idPattern.test(text);
  }

  /** Where a file lies below `path`. */
  static placeOf(id: string): string {
    return `${id.slice(0, 2)}/${id}`;
  }

  /** A new file that does not belong to the stored ones yet. @param name unique, such as the id that it may get */
  async draft(name: string): Promise<Draft> {
    const path = join(this.path, draftFolder, name);
    return new Draft(path, await open(path, "wx", 0o600));
  }

  /** Makes a finished draft a stored file. Resolves once that is durable. */
  async keep(draft: Draft, id: string): Promise<void> {
    const folder = join(this.path, id.slice(0, 2));
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(draft.path, this.#pathOf(id));
    await syncDirectory(folder);
    if (made !== undefined) await syncDirectory(this.path);
  }

  /** @returns bytes that are free now; 0: there was none */
  async remove(id: string): Promise<number> {
    const sizeBytes = await this.sizeOf(id);
    if (sizeBytes === null) return 0;
    await unlink(this.#pathOf(id)).catch(whenMissing(undefined));
    await syncDirectory(join(this.path, id.slice(0, 2)));
    return sizeBytes;
  }

  /** `null`: there is no such file. */
  async sizeOf(id: string): Promise<number | null> {
    return stat(this.#pathOf(id)).then(({ size }) => size, whenMissing(null));
  }

  /** Names of the folders that hold stored files, such as `ab`. Symbolic links are not followed. */
  async folders(): Promise<readonly string[]> {
    const found = await readdir(this.path, { withFileTypes: true });
    const folders = found.filter((entry) => entry.isDirectory() && folderPattern.test(entry.name));
    return folders.map(({ name }) => name).toSorted();
  }

  /** The files of one folder. */
  async filesIn(folder: string): Promise<readonly KeptFile[]> {
    const names = await readdir(join(this.path, folder)).catch(whenMissing<string[]>([]));
    const files: KeptFile[] = [];
    for (const id of names.filter((name) => FileFolder.isId(name) && name.startsWith(folder))) {
      const found = await lstat(join(this.path, folder, id)).catch(whenMissing(null));
      if (found?.isFile() !== true) continue;
      files.push({ id, sizeBytes: found.size, storedAt: found.mtimeMs });
    }
    return files;
  }

  /** Bytes of all stored files. */
  async totalBytes(): Promise<number> {
    let bytes = 0;
    for (const folder of await this.folders())
      for (const { sizeBytes } of await this.filesIn(folder)) bytes += sizeBytes;
    return bytes;
  }

  /** Deletes what a crash has left half fetched. @param before epoch milliseconds of its last change */
  async removeDrafts(before: number): Promise<number> {
    const folder = join(this.path, draftFolder);
    let removed = 0;
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(whenMissing(null));
      if (found === null || found.mtimeMs >= before) continue;
      await unlink(join(folder, name)).catch(whenMissing(undefined));
      removed += 1;
    }
    return removed;
  }

  #pathOf(id: string): string {
    return join(this.path, id.slice(0, 2), id);
  }
}

/** @param cause an error of the file system */
export function unusable(path: string, cause: unknown): ParleyError {
  return new ParleyError(
    "media-directory-unusable",
    `${path} cannot hold media (${codeOf(cause) || "unknown"}): give a directory that the gateway's user may read and write.`,
    { cause },
  );
}
