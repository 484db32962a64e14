import type { EntryKind, StoreEntry } from "../../model/store-entry.ts";

/** Entries of one kind. `next` is the cursor of the following page; `null` on the last one. */
export interface EntryPage<Kind extends EntryKind = EntryKind> {
  readonly entries: readonly StoreEntry<Kind>[];
  readonly next: string | null;
}

/**
 * Called by a tool that moves a gateway to another store, while no gateway runs on this one; implemented by stores.
 */
export interface StoreExport {
  /** Number of entries of each kind. */
  counts(): Promise<Readonly<Record<EntryKind, number>>>;
  /**
   * The page at `cursor`: the `next` of the page before it, or `null` for the first. Reading a page twice gives the
   * same page.
   * @param limit number of entries, at least 1
   * @throws ParleyError of the store
   */
  page<Kind extends EntryKind>(
    kind: Kind,
    cursor: string | null,
    limit: number,
  ): Promise<EntryPage<Kind>>;
}
