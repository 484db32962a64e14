import { receiverQuirkSuite } from "@parley/conformance";
import { Transport } from "@parley/core";
import { Container } from "inversify";
import * as runner from "vitest";
import { transportUndici } from "../src/index.ts";

receiverQuirkSuite(runner, "undici", async ({ loopback }) => {
  const container = new Container();
  const module = transportUndici({ allowInsecureLoopback: loopback === "allowed" });
  await container.loadAsync(module);
  const transport = await container.getAsync(Transport);
  return { transport, close: () => container.unloadAsync(module) };
});
