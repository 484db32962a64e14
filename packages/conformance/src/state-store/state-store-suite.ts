import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { checksOf, type OpenStores } from "../stores/store-bench.ts";
import { checkConditions } from "./conditions.ts";
import { checkDueEntries } from "./due-entries.ts";
import { checkEnds } from "./ends-of-entries.ts";
import { checkInterleavings } from "./interleavings.ts";
import { checkWrites } from "./writes.ts";

/** Tests a `StateStore`, and what the other ports of its store do with the entries. */
export function stateStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.stateStore), open);
  runner.describe(`${name} as a StateStore`, () => {
    checkWrites(check);
    checkConditions(check);
    checkDueEntries(check);
    checkInterleavings(check);
    checkEnds(check);
  });
}
