import * as runner from "vitest";
import { agentBackendSuite } from "../../src/index.ts";
import { allApps } from "./apps/all-apps.ts";
import { openApp } from "./support/open-app.ts";

for (const [what, makeApp] of allApps) agentBackendSuite(runner, what, openApp(makeApp));
