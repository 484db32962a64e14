import { type AddressInfo, createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";
import { okResponse } from "./raw-server.ts";

/** Listens where nobody may arrive, and counts who does. */
export interface Canary {
  readonly port: number;
  readonly arrivals: () => number;
}

/** On these addresses of this machine, all at one port; `0`: any. */
export async function openCanary(addresses: readonly string[], port = 0): Promise<Canary> {
  let arrivals = 0;
  for (const host of addresses) {
    const server = createServer((socket) => {
      arrivals += 1;
      socket.on("error", () => {}).once("data", () => socket.end(okResponse));
    });
    port = await listen(server, host, port);
    onTestFinished(() => void server.close());
  }
  return { port, arrivals: () => arrivals };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, ipv6Only: true }, () =>
      resolve((server.address() as AddressInfo).port),
    );
  });
}
