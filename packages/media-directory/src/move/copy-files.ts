import { createReadStream } from "node:fs";
import { join } from "node:path";
import { FileFolder, type KeptFile } from "../files/file-folder.ts";

/** Shows and ends long work. */
export interface Work {
  /** @param fraction of this work that is done, 0 to 1 */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Copies the files that the target does not hold yet. A file there is whole, since it gets its name last.
 * @throws errors of the file system; the reason of the signal
 */
export async function copyFiles(
  source: FileFolder,
  target: FileFolder,
  { onProgress, signal }: Work,
): Promise<void> {
  const folders = await source.folders();
  for (const [index, name] of folders.entries()) {
    for (const file of await source.filesIn(name)) {
      signal.throwIfAborted();
      if ((await target.sizeOf(file.id)) !== file.sizeBytes)
        await copy(source, target, file, signal);
    }
    onProgress((index + 1) / folders.length);
  }
}

async function copy(
  source: FileFolder,
  target: FileFolder,
  { id, storedAt }: KeptFile,
  signal: AbortSignal,
): Promise<void> {
  const draft = await target.draft(id);
  try {
    const content = createReadStream(join(source.path, FileFolder.placeOf(id)), { signal });
    for await (const chunk of content) await draft.append(chunk as Buffer);
    await draft.finish(storedAt);
    await target.keep(draft, id);
  } catch (error) {
    await draft.discard();
    throw error;
  }
}
