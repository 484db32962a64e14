import { citeRules } from "../cite-rules.ts";
import { knowing } from "../message-store/owners/owner-bench.ts";
import type { Runner } from "../runner.ts";
import { sources } from "../sources.ts";
import { checksOf, type OpenStores } from "../stores/store-bench.ts";
import { checkCounts, checkOwned } from "./owned-lists.ts";
import { checkHistory } from "./owner-history.ts";

/** Tests an `OwnerStore`. What a change of owner does is tested with the message store. */
export function ownerStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = knowing(checksOf(citeRules(runner, sources.ownerStore), open));
  runner.describe(`${name} as an OwnerStore`, () => {
    checkOwned(check);
    checkCounts(check);
    checkHistory(check);
  });
}
