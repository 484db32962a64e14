import type { EntryTotals } from "./entry-digest.ts";

/** One kind of what was moved; both sides hold the same. */
export interface MovedPart extends EntryTotals {
  /** For people. */
  readonly name: string;
  /** Whether an earlier run had moved all of it: then both sides were only compared. */
  readonly wasMoved: boolean;
}

/** A gateway that was moved. */
export interface Moved {
  /** Whether every part was. */
  readonly wasMoved: boolean;
  readonly parts: readonly MovedPart[];
}
