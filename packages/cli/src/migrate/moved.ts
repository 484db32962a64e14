import type { EntryTotals } from "./entry-digest.ts";

/** One kind of moved entries. Both sides hold the same. */
export interface MovedPart extends EntryTotals {
  /** For the user. */
  readonly name: string;
  /** Whether an earlier run had moved all of it. Then both sides were only compared. */
  readonly wasMoved: boolean;
}

/** The result of a gateway's move. */
export interface Moved {
  /** Whether an earlier run had moved every part. */
  readonly wasMoved: boolean;
  readonly parts: readonly MovedPart[];
}
