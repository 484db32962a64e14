import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** An address of this machine at which nobody listens. */
export async function nobody(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return `http://127.0.0.1:${port}`;
}
