import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { ParleyError } from "@parley/core";
import { extract, type Header } from "tar-stream";
import { damaged, entryName } from "./tar-entries.ts";

/** An entry of an archive whose name was checked. */
export interface ArchiveEntry {
  /** Name of the marker, or the place of a file. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

type ArchivedFile = AsyncIterable<unknown> & { readonly header: Header };

/**
 * Reads an archive to its end, entry by entry. It may come from anywhere.
 * @param take must read the content to its end
 * @throws ParleyError `backup-damaged`, and what `take` throws; the reason of `signal`
 */
export async function readArchive(
  path: string,
  take: (entry: ArchiveEntry) => Promise<void>,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const entries = extract();
  const reading = pipeline(createReadStream(path), entries, { signal }).catch((error: unknown) => {
    throw damaged(path, "it cannot be read to its end", error);
  });
  const work = takeAll(path, entries, take);
  // The first to fail has the reason: each ends the other.
  await Promise.all([work, reading]).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

async function takeAll(
  path: string,
  entries: AsyncIterable<ArchivedFile>,
  take: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  try {
    for await (const entry of entries)
      await take({
        name: entryName(path, entry.header),
        content: entry as AsyncIterable<Uint8Array>,
      });
  } catch (error) {
    if (ParleyError.is(error) || isOfFileSystem(error)) throw error;
    throw damaged(path, "it cannot be read to its end", error);
  }
}

function isOfFileSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
