import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { NamedDoor } from "@parley/core";
import { doorsNode } from "../../../../ingress-node/src/index.ts";

/** A host that mounts doors. */
export interface ServedDoors {
  /** Address of the door of this name. */
  readonly url: (name: string) => string;
  close(): Promise<void>;
}

/** Mounts doors on a real socket, as a host does. */
export async function serveDoors(doors: readonly NamedDoor[]): Promise<ServedDoors> {
  const server = createServer(doorsNode(doors)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/agents/${name}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
