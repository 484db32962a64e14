import type { FreshSimulatedStores } from "@parley/conformance/simulator";
import { withoutReports } from "../broken-stores.ts";

/** What `--stores` is given: stores that forget the report of what failed. */
export const freshStores: FreshSimulatedStores = withoutReports;
