import * as runner from "vitest";
import { agentBackendSuite, faultyBackend } from "../../src/index.ts";
import { openScriptedApp } from "../support/open-scripted-app.ts";

agentBackendSuite(runner, "the scripted backend", openScriptedApp());

agentBackendSuite(
  runner,
  "the faulty backend without a fault",
  openScriptedApp((backend) => faultyBackend(backend, () => null)),
);
