import type { Sabotage } from "../contract/sabotage.ts";
import type { CheckName } from "./checks.ts";

/** One place of a wrong version: what stands there once, and what is put in its stead. */
export type Edit = Omit<Sabotage, "id">;

/** A small wrong version of the engine or of a store, which some check must notice. */
export interface Canary {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  /** What is wrong, for the table. */
  readonly wrong: string;
  readonly edits: readonly Edit[];
  /** Asked in this order until one notices. */
  readonly checks: readonly CheckName[];
}

/** A canary of one edit. */
export function canary(
  checks: readonly CheckName[],
  id: string,
  wrong: string,
  edit: Edit,
  ...more: Edit[]
): Canary {
  return { id, wrong, edits: [edit, ...more], checks };
}
