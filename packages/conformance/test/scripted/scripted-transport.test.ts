import * as runner from "vitest";
import {
  faultyTransport,
  ManualTime,
  ScriptedEndpoint,
  ScriptedTransport,
  transportExchangeSuite,
} from "../../src/index.ts";

transportExchangeSuite(runner, "the scripted transport", async () => {
  const transport = new ScriptedTransport(new ManualTime());
  return { transport, endpoint: new ScriptedEndpoint(transport), close: async () => {} };
});

transportExchangeSuite(runner, "the faulty transport without a fault", async () => {
  const inner = new ScriptedTransport(new ManualTime());
  const transport = faultyTransport(inner, () => null);
  return { transport, endpoint: new ScriptedEndpoint(inner), close: async () => {} };
});
