import { agentBackendSuite } from "@parley/conformance";
import * as runner from "vitest";
import { echoAgent } from "../src/echo-agent.ts";
import { openEcho } from "./support/open-echo.ts";

agentBackendSuite(runner, "the echo agent", openEcho(echoAgent));
