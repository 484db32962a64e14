import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { quirkSuite } from "@parley/conformance";
import express from "express";
import * as runner from "vitest";
import { hardenServer, ingressExpress } from "../src/index.ts";

quirkSuite(runner, "ingress-express", async (inbox, bounds) => {
  const limits = { perChannel: false, perAddress: false } as const;
  const server = createServer(express().use("/chat", ingressExpress(inbox, limits)));
  hardenServer(server, bounds);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/chat`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});
