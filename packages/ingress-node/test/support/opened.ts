import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OpenedIngress } from "@parley/conformance";
import { hardenServer, type ServerBounds } from "../../src/index.ts";

/** Hardens a server whose ingress is mounted at `/chat`, and has it listen on loopback. */
export async function opened(server: Server, bounds: ServerBounds): Promise<OpenedIngress> {
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
}
