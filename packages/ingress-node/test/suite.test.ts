import { createServer } from "node:http";
import { ingressSuite } from "@parley/conformance";
import * as runner from "vitest";
import { ingressNode, ingressServerOptions } from "../src/index.ts";
import { opened } from "./support/opened.ts";

ingressSuite(runner, "ingress-node", (inbox, bounds) => {
  const limits = { perChannel: false, perAddress: false } as const;
  const listener = ingressNode(inbox, { basePath: "/chat", ...limits });
  return opened(createServer(ingressServerOptions, listener), bounds);
});
