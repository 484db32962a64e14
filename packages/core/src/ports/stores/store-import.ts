import type { EntryKind } from "../../model/store-entry.ts";
import type { EntryPage } from "./store-export.ts";

/** How far a store has been filled. */
export interface ImportState {
  /** Whether `finish` was called: then a gateway may run on it. */
  readonly isFinished: boolean;
  readonly kinds: Readonly<Record<EntryKind, ImportedKind>>;
}

/** How far one kind of entry has come. */
export interface ImportedKind {
  /** How many entries were taken. */
  readonly taken: number;
  /** The source's page to go on with; `null` at the beginning, and once `isComplete`. */
  readonly cursor: string | null;
  readonly isComplete: boolean;
}

/**
 * Called by whoever moves a gateway here from another store; implemented by stores. Between `begin` and `finish` no
 * gateway opens this store, and whatever ends the process in between, the next `begin` tells where to go on.
 */
export interface StoreImport {
  /**
   * Begins, or goes on with what was begun.
   * @param source tells one source from another, or from itself after a change
   * @throws ParleyError `move-not-empty` when the store holds what no such source gave it
   */
  begin(source: string): Promise<ImportState>;
  /**
   * Takes one page, of 4,096 entries at most, and notes so in the same transaction. Pages of a kind come in order, kinds
   * in that of `entryKinds`.
   */
  take<Kind extends EntryKind>(kind: Kind, page: EntryPage<Kind>): Promise<void>;
  /** Lets gateways in. Everything that was taken is durable when it resolves. */
  finish(): Promise<void>;
  /** Forgets what an import that was never finished has left. */
  clear(): Promise<void>;
}
