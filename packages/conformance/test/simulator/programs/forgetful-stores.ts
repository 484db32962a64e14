import type { FreshSharedStores } from "@parley/conformance/simulator";
import { withoutReports } from "../broken-stores.ts";

/** What `--stores` is given: stores that forget the report of what failed. */
export const freshSharedStores: FreshSharedStores = withoutReports;
