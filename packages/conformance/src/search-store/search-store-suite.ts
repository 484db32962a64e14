import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { checksOf, type OpenStores } from "../stores/store-bench.ts";
import { checkErased } from "./erased.ts";
import { checkFinding } from "./finding.ts";
import { checkIndexing } from "./indexing.ts";
import { checkOrder } from "./order.ts";
import { checkQueries } from "./queries.ts";

/** Tests a `SearchStore`. */
export function searchStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.searchStore), open);
  runner.describe(`${name} as a SearchStore`, () => {
    checkFinding(check);
    checkQueries(check);
    checkOrder(check);
    checkIndexing(check);
    checkErased(check);
  });
}
