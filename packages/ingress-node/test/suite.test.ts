import { createServer, type ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { ingressSuite, type OpenIngress } from "@parley/conformance";
import * as runner from "vitest";
import { hardenServer, ingressNode, ingressServerOptions } from "../src/index.ts";

ingressSuite(runner, "ingress-node", opened(ingressServerOptions));
ingressSuite(runner, "ingress-node on Node's own server", opened({ requireHostHeader: false }));

function opened(options: ServerOptions): OpenIngress {
  return async (inbox, bounds) => {
    const limits = { perChannel: false, perAddress: false } as const;
    const listener = ingressNode(inbox, { basePath: "/chat", ...limits });
    const server = createServer(options, listener);
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
  };
}
