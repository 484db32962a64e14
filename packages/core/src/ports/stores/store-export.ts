import type { EntryKind, StoreEntry } from "../../model/store-entry.ts";

/** Entries of one kind, and where the page behind them begins; `null` at the end. */
export interface EntryPage<Kind extends EntryKind = EntryKind> {
  readonly entries: readonly StoreEntry<Kind>[];
  readonly next: string | null;
}

/** Called by whoever moves a gateway to another store, while no gateway runs on this one; implemented by stores. */
export interface StoreExport {
  /** How many entries of each kind there are. */
  counts(): Promise<Readonly<Record<EntryKind, number>>>;
  /**
   * The page at `cursor`, the `next` of the page before it; `null` for the first. Read twice, a page is the same.
   * @param limit of the entries, at least 1
   * @throws ParleyError of the store
   */
  page<Kind extends EntryKind>(
    kind: Kind,
    cursor: string | null,
    limit: number,
  ): Promise<EntryPage<Kind>>;
}
