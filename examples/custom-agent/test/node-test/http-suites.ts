import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as runner from "node:test";
import { ingressSuite, transportSuite } from "@parley/conformance";
import { Transport } from "@parley/core";
import { hardenServer, ingressExpress } from "@parley/ingress-express";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { Container } from "inversify";

transportSuite(runner, "undici", async ({ loopback }) => {
  const container = new Container();
  const module = transportUndici({ allowInsecureLoopback: loopback === "allowed" });
  await container.loadAsync(module);
  const transport = await container.getAsync(Transport);
  return { transport, close: () => container.unloadAsync(module) };
});

ingressSuite(runner, "ingress-express", async (inbox, bounds) => {
  const limits = { perChannel: false, perAddress: false } as const;
  const app = express().use("/chat", ingressExpress(inbox, limits));
  const server = createServer({ requireHostHeader: false }, app);
  hardenServer(server, bounds);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});
