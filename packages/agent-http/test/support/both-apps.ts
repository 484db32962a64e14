import type { OpenAgentApp } from "@parley/conformance";
import { openPulledApp } from "./open-pulled-app.ts";
import { openPushedApp } from "./open-pushed-app.ts";

/** An app of each way, by what it is. */
export const bothApps: readonly (readonly [string, OpenAgentApp])[] = [
  ["an app that polls", openPulledApp],
  ["an app that gets its events posted", openPushedApp],
];
