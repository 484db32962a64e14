import type { Character } from "./receiver.ts";

/** A receiver with one fault, and the verdicts that are neither `passed` nor `skipped`. */
export interface FaultyReceiver extends Character {
  readonly fault: string;
  /** `rule: state` */
  readonly verdicts: readonly string[];
}
