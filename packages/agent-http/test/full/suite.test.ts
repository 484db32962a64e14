import { agentBackendSuite } from "@parley/conformance";
import * as runner from "vitest";
import { openPullingApp } from "../support/open-pulling-app.ts";
import { openPushedApp } from "../support/open-pushed-app.ts";

agentBackendSuite(runner, "an app that polls", openPullingApp);
agentBackendSuite(runner, "an app that gets its events posted", openPushedApp);
