import type { EntryKind, EntryPage, StoreEntry, StoreExport } from "@parley/core";

/** All entries of one kind, read page by page. */
export async function allEntries<Kind extends EntryKind>(
  exported: StoreExport,
  kind: Kind,
  limit: number,
): Promise<readonly StoreEntry<Kind>[]> {
  const entries: StoreEntry<Kind>[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null;) {
    const page: EntryPage<Kind> = await exported.page(kind, cursor, limit);
    entries.push(...page.entries);
    cursor = page.next;
    isFirst = false;
  }
  return entries;
}
