import { signalsSuite } from "@parley/conformance";
import * as runner from "vitest";
import { SignalHub } from "../../src/memory/signals.ts";

signalsSuite(runner, "a hub in one process", async () => {
  const hub = new SignalHub();
  return { join: async () => hub.join(), close: async () => {} };
});
