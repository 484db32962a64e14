import { createServer, type ServerOptions } from "node:http";
import { ingressSuite, type OpenIngress } from "@parley/conformance";
import * as runner from "vitest";
import { ingressNode, ingressServerOptions } from "../src/index.ts";
import { opened } from "./support/opened.ts";

ingressSuite(runner, "ingress-node", onServer(ingressServerOptions));
ingressSuite(runner, "ingress-node on Node's own server", onServer({ requireHostHeader: false }));

function onServer(options: ServerOptions): OpenIngress {
  return (inbox, bounds) => {
    const limits = { perChannel: false, perAddress: false } as const;
    const listener = ingressNode(inbox, { basePath: "/chat", ...limits });
    return opened(createServer(options, listener), bounds);
  };
}
