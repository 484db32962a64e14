import type { ManualTime } from "@parley/conformance";
import { until as untilClause } from "../../../conformance/test/plugins/support/until.ts";

/** Runs what is due until `isSo`. Real sockets need real time; the manual clock stands still. */
export function until(time: ManualTime, isSo: () => boolean | Promise<boolean>): Promise<void> {
  return untilClause(time, "what the test waits for comes", isSo);
}
