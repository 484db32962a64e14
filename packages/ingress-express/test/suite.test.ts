import { createServer } from "node:http";
import { ingressSuite } from "@parley/conformance";
import express from "express";
import * as runner from "vitest";
import { opened } from "../../ingress-node/test/support/opened.ts";
import { ingressExpress } from "../src/index.ts";

ingressSuite(runner, "ingress-express", (inbox, bounds) => {
  const limits = { perChannel: false, perAddress: false } as const;
  const app = express().use("/chat", ingressExpress(inbox, limits));
  return opened(createServer({ requireHostHeader: false }, app), bounds);
});
