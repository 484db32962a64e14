import type { Sabotage } from "../contract/sabotage.ts";
import type { CheckName } from "./checks.ts";

/** One edit: a text that occurs once, and its replacement. */
export type Edit = Omit<Sabotage, "id">;

/** A small bug in the engine or a store, which some check must notice. */
export interface Canary {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  /** What is wrong, for the table. */
  readonly wrong: string;
  readonly edits: readonly Edit[];
  /** Run in this order until one notices the canary. */
  readonly checks: readonly CheckName[];
}

/** A canary with one edit. */
export function canary(
  checks: readonly CheckName[],
  id: string,
  wrong: string,
  edit: Edit,
  ...more: Edit[]
): Canary {
  return { id, wrong, edits: [edit, ...more], checks };
}
