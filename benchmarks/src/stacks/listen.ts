import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free loopback port. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1", 4_096);
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Closes a server at once, with its kept-alive connections. */
export async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  if (server.listening) await once(server, "close");
}
