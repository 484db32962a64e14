import type { FreshSharedStores } from "@parley/conformance/simulator";
import { brokenStores } from "../broken-stores.ts";

/** Stores that never release what a dead node held, and grant nothing that is due: work is left lying. */
export const freshSharedStores: FreshSharedStores = brokenStores(() => ({
  claim: () => Promise.resolve([]),
}));
