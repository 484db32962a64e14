import type { AdapterFacts } from "./adapter-facts.ts";
import type { OptionRow } from "./option-rows.ts";

/** The result of a test, as JSON. */
export interface TestReport {
  /** Titles from the outermost group to the innermost. */
  readonly path: readonly string[];
  readonly title: string;
  /** Why it failed; `null`: it passed. */
  readonly why: string | null;
  readonly durationMs: number;
}

/**
 * What the child process tells, in this order: `adapter`, then `tests` and a `test` for each, unless no suite runs. A
 * `fault` ends it.
 */
export type ChildMessage =
  | {
      readonly type: "adapter";
      readonly facts: AdapterFacts;
      readonly options: readonly OptionRow[];
    }
  | { readonly type: "tests"; readonly count: number }
  | { readonly type: "test"; readonly test: TestReport }
  | { readonly type: "fault"; readonly message: string; readonly advice: readonly string[] };
