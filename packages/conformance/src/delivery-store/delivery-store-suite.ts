import { citeRules } from "../cite-rules.ts";
import { checkBacklog } from "./backlog.ts";
import { checkCursors, checkLists } from "./lists.ts";
import { checkSingleDelivery } from "./single-delivery.ts";
import { checkRecords } from "./records.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { checksOf, type OpenStores } from "../stores/store-bench.ts";

/** Tests a `DeliveryStore`. */
export function deliveryStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.deliveryStore), open);
  runner.describe(`${name} as a DeliveryStore`, () => {
    checkSingleDelivery(check);
    checkRecords(check);
    checkLists(check);
    checkCursors(check);
    checkBacklog(check);
  });
}
