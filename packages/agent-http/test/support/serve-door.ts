import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Door } from "@parley/core";
import { doorsNode } from "@parley/ingress-node";

/** A door on a real socket. */
export interface ServedDoor {
  /** Address of the door, without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Mounts one door, as a host does. */
export async function serveDoor(name: string, door: Door): Promise<ServedDoor> {
  const mounted = { name, handle: door.handle.bind(door) };
  const server = createServer(doorsNode([mounted])).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/agents/${name}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
