import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { behaviours } from "./behaviours/all.ts";
import { type Arrivals, receiverServer } from "./receiver-server.ts";

/* The process in which the receivers live, so that what they do costs the gateway's process nothing. */

/** What this process tells its parent once, and then whenever it is asked. */
export interface ReceiversReport {
  readonly ports: Readonly<Record<string, number>>;
  readonly arrivals: Readonly<Record<string, Arrivals>>;
  readonly canaryArrivals: number;
}

const ports: Record<string, number> = {};
const arrivals: Record<string, Arrivals> = {};
let canaryArrivals = 0;

const canary = createServer((socket) => {
  canaryArrivals += 1;
  socket.destroy();
});
const canaryUrl = `http://127.0.0.1:${await listen(canary)}/`;
for (const behaviour of behaviours) {
  const counted = { connections: 0, requests: 0 };
  const server = receiverServer(behaviour, counted, canaryUrl);
  if (server === null) continue;
  arrivals[behaviour.name] = counted;
  ports[behaviour.name] = await listen(server);
}

const report = (): void => {
  process.send?.({ ports, arrivals, canaryArrivals } satisfies ReceiversReport);
};
process.on("message", report).on("disconnect", () => process.exit(0));
report();

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1", 4_096), "listening");
  return (server.address() as AddressInfo).port;
}
