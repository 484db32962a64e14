import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ParleyError } from "@parley/core";
import { whenMissing } from "../files/file-fault.ts";
import { FileFolder } from "../files/file-folder.ts";
import { type Marker, markerName, readMarker } from "../files/place.ts";
import { syncDirectory } from "../files/sync-directory.ts";

/** Of the file whose name tells which directory is being moved here. At the end it becomes the marker. */
const unfinishedPrefix = ".unfinished-move-of-";

/** The target of a move. It gets its marker last. */
export class TargetDirectory {
  readonly folder: FileFolder;
  /** Whether an earlier move has finished here. */
  readonly isFinished: boolean;
  readonly #unfinished: string;

  private constructor(folder: FileFolder, isFinished: boolean, unfinished: string) {
    this.folder = folder;
    this.isFinished = isFinished;
    this.#unfinished = unfinished;
  }

  /**
   * Deletes the drafts of an earlier move.
   * @param marker of the source
   * @throws ParleyError `move-not-empty`, and errors of the file system
   */
  static async open(path: string, marker: Marker): Promise<TargetDirectory> {
    const unfinished = join(path, `${unfinishedPrefix}${marker.directory}`);
    const names = await readdir(path).catch(whenMissing<string[]>([]));
    if (names.includes(markerName)) {
      const { gateway, directory } = (await readMarker(path)) ?? {};
      if (gateway !== marker.gateway || directory !== marker.directory) throw notEmpty(path);
      return new TargetDirectory(new FileFolder(path), true, unfinished);
    }
    if (names.length > 0 && !names.includes(`${unfinishedPrefix}${marker.directory}`))
      throw notEmpty(path);
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(unfinished, "", { mode: 0o600 });
    await syncDirectory(path);
    const folder = await FileFolder.open(path);
    await folder.removeDrafts(Number.POSITIVE_INFINITY);
    return new TargetDirectory(folder, false, unfinished);
  }

  /** Gives it the marker of the source, after all names are durable. @throws errors of the file system */
  async finish(source: string): Promise<void> {
    const { path } = this.folder;
    // An earlier move may have been killed between the name of a file and its sync.
    for (const name of await this.folder.folders()) await syncDirectory(join(path, name));
    await syncDirectory(path);
    await writeFile(this.#unfinished, await readFile(join(source, markerName)), { flush: true });
    await rename(this.#unfinished, join(path, markerName));
    await syncDirectory(path);
  }
}

function notEmpty(path: string): ParleyError {
  return new ParleyError(
    "move-not-empty",
    `${path} already holds other files: name an empty directory, or one that does not exist. Nothing was changed.`,
  );
}
