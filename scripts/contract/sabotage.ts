import { createHash } from "node:crypto";
import type { NamedTest } from "./named-test.ts";

/** One small wrong edit that makes a promise false. Which tests it must turn red stands in `docs/contract.md`. */
export interface Sabotage {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** What a run of the sabotages saw: by the sabotage's `editOf`, the names of the tests that turned red. */
export type SeenRed = Readonly<Record<string, readonly string[]>>;

/** Changes with the edit, so that what an older edit turned red proves nothing about this one. */
export function editOf({ id, file, find, replace }: Sabotage): string {
  const text = JSON.stringify([file, find, replace]);
  return `${id} ${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

/** A sabotage with the tests that its rows say it turns red. */
export interface Trial {
  readonly sabotage: Sabotage;
  readonly tests: readonly NamedTest[];
}
