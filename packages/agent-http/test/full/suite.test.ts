import { agentBackendSuite } from "@parley/conformance";
import * as runner from "vitest";
import { openPullingApp } from "../support/open-pulling-app.ts";

agentBackendSuite(runner, "an app that polls", openPullingApp);
