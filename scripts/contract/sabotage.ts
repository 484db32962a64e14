import { createHash } from "node:crypto";
import type { NamedTest } from "./named-test.ts";

/** One small edit that breaks a promise. `docs/contract.md` names the tests that must fail. */
export interface Sabotage {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** Results of a run of the sabotages: names of the tests that failed, by `editOf` of the sabotage. */
export type SeenRed = Readonly<Record<string, readonly string[]>>;

/** Changes with the edit, so that results of an older edit do not count. */
export function editOf({ id, file, find, replace }: Sabotage): string {
  const text = JSON.stringify([file, find, replace]);
  return `${id} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

/** A sabotage with the tests that must fail. */
export interface Trial {
  readonly sabotage: Sabotage;
  readonly tests: readonly NamedTest[];
}
