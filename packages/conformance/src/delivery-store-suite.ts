import { citing } from "./citing.ts";
import { checkBacklog } from "./delivery-store/backlog.ts";
import { checkCursors, checkLists } from "./delivery-store/lists.ts";
import { checkOne } from "./delivery-store/one.ts";
import { checkRecords } from "./delivery-store/records.ts";
import type { Runner } from "./runner.ts";
import { sources } from "./sources.ts";
import { checksOf, type OpenStores } from "./store-bench.ts";

/** Proves a `DeliveryStore`. */
export function deliveryStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citing(runner, sources.deliveryStore), open);
  runner.describe(`${name} as a DeliveryStore`, () => {
    checkOne(check);
    checkRecords(check);
    checkLists(check);
    checkCursors(check);
    checkBacklog(check);
  });
}
