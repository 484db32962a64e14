import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";

/** The system may name a port again that nobody took yet. */
const given = new Set<number>();

/** `count` different ports that nobody listens on just now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  const fresh = ports.filter((port) => !given.has(port));
  for (const port of fresh) given.add(port);
  return fresh.length === count ? fresh : [...fresh, ...(await freePorts(count - fresh.length))];
}
