import { createServer } from "node:http";
import { quirkSuite } from "@parley/conformance";
import express from "express";
import * as runner from "vitest";
import { opened } from "../../ingress-node/test/support/opened.ts";
import { ingressExpress } from "../src/index.ts";

quirkSuite(runner, "ingress-express", (inbox, bounds) => {
  const limits = { perChannel: false, perAddress: false } as const;
  return opened(createServer(express().use("/chat", ingressExpress(inbox, limits))), bounds);
});
