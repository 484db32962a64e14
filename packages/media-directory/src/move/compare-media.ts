import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { FileFolder } from "../files/file-folder.ts";
import type { Work } from "./copy-files.ts";

/** All files of a media directory. */
export interface MediaTotals {
  readonly files: number;
  readonly bytes: number;
  /** 64 hex digits, over the ids and contents of all files. */
  readonly digest: string;
}

/** `place`: of the first file that the two do not hold alike. */
export type ComparedMedia =
  | { readonly isSame: true; readonly totals: MediaTotals }
  | { readonly isSame: false; readonly place: string };

/** Reads every file of both. @throws errors of the file system; the reason of the signal */
export async function compareMedia(
  source: FileFolder,
  target: FileFolder,
  { onProgress, signal }: Work,
): Promise<ComparedMedia> {
  const all = createHash("sha256");
  let [files, bytes] = [0, 0];
  const folders = inOrder(await source.folders(), await target.folders());
  for (const [index, name] of folders.entries()) {
    const [sizes, others] = [await sizesIn(source, name), await sizesIn(target, name)];
    for (const id of inOrder(sizes.keys(), others.keys())) {
      signal.throwIfAborted();
      const isSameSize = sizes.get(id) === others.get(id);
      const digest = isSameSize ? await digestOf(source, id, signal) : "";
      if (!isSameSize || digest !== (await digestOf(target, id, signal)))
        return { isSame: false, place: FileFolder.placeOf(id) };
      all.update(`${id} ${digest}\n`);
      files += 1;
      bytes += sizes.get(id) ?? 0;
    }
    onProgress((index + 1) / folders.length);
  }
  onProgress(1);
  return { isSame: true, totals: { files, bytes, digest: all.digest("hex") } };
}

function inOrder(names: Iterable<string>, others: Iterable<string>): readonly string[] {
  return [...new Set([...names, ...others])].toSorted();
}

async function sizesIn(folder: FileFolder, name: string): Promise<ReadonlyMap<string, number>> {
  const files = await folder.filesIn(name);
  return new Map(files.map(({ id, sizeBytes }) => [id, sizeBytes]));
}

async function digestOf(folder: FileFolder, id: string, signal: AbortSignal): Promise<string> {
  const digest = createHash("sha256");
  const content = createReadStream(join(folder.path, FileFolder.placeOf(id)), { signal });
  for await (const chunk of content) digest.update(chunk as Buffer);
  return digest.digest("hex");
}
