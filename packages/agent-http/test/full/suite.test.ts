import { agentBackendSuite } from "@parley/conformance";
import * as runner from "vitest";
import { bothApps } from "../support/both-apps.ts";

for (const [what, open] of bothApps) agentBackendSuite(runner, what, open);
