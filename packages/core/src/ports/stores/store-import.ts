import type { EntryKind } from "../../model/store-entry.ts";
import type { EntryPage } from "./store-export.ts";

/** Progress of an import. */
export interface ImportState {
  /** Whether `finish` was called. A gateway may run on the store only then. */
  readonly isFinished: boolean;
  readonly kinds: Readonly<Record<EntryKind, ImportedKind>>;
}

/** Progress of one kind of entry. */
export interface ImportedKind {
  /** Number of entries taken. */
  readonly taken: number;
  /** Cursor of the source's next page; `null` at the beginning, and once `isComplete`. */
  readonly cursor: string | null;
  readonly isComplete: boolean;
}

/**
 * Called by a tool that moves a gateway here from another store; implemented by stores. Between `begin` and
 * `finish` no gateway can open this store.
 * When the process ends in between, the next `begin` tells where to continue.
 */
export interface StoreImport {
  /**
   * Begins an import, or continues one that was begun.
   * @param source identifies the source; it differs for another source, and for the same source after a change
   * @throws ParleyError `move-not-empty` when the store holds data that did not come from this source
   */
  begin(source: string): Promise<ImportState>;
  /**
   * Takes one page of at most 4,096 entries and records the progress in the same transaction. Kinds come in the
   * order of `entryKinds`, the pages of a kind in their own order.
   */
  take<Kind extends EntryKind>(kind: Kind, page: EntryPage<Kind>): Promise<void>;
  /** Allows gateways to open the store. Everything taken is durable when the promise resolves. */
  finish(): Promise<void>;
  /** Deletes what an unfinished import has left. */
  clear(): Promise<void>;
}
