import { agentBackendSuite } from "@parley/conformance";
import * as runner from "vitest";
import { openEcho } from "./support/open-echo.ts";
import { threadEcho } from "./support/thread-echo.ts";

agentBackendSuite(runner, "an echo agent that remembers threads", openEcho(threadEcho));
