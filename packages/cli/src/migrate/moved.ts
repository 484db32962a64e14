import type { EntrySum } from "./entry-digest.ts";

/** One kind of what was moved; both sides hold the same. */
export interface MovedPart extends EntrySum {
  /** For people. */
  readonly name: string;
}

/** A gateway that was moved. */
export interface Moved {
  /** Whether an earlier run had ended already: then both sides were only compared. */
  readonly wasMoved: boolean;
  readonly parts: readonly MovedPart[];
}
