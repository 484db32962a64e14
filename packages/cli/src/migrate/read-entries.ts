import type { EntryKind, EntryPage, StoreExport } from "@parley/core";

/** With the longest messages, a page takes some megabytes. */
const entriesPerPage = 500;

/**
 * Reads pages of one kind from `cursor` on. Yields at least one page, which may be empty. @throws the reason of
 * `signal`
 */
export async function* readEntries<Kind extends EntryKind>(
  source: StoreExport,
  kind: Kind,
  cursor: string | null,
  signal: AbortSignal,
): AsyncGenerator<EntryPage<Kind>> {
  for (let at = cursor, isFirst = true; isFirst || at !== null; isFirst = false) {
    signal.throwIfAborted();
    const page: EntryPage<Kind> = await source.page(kind, at, entriesPerPage);
    yield page;
    at = page.next;
  }
}
