import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server } from "node:net";

/** Below the range of system-assigned ports, so that no program gets one before it is used. */
const [lowest, perWorker, workers] = [20_000, 500, 20];
const base = lowest + (Number(process.env["VITEST_POOL_ID"] ?? 0) % workers) * perWorker;
let next = process.pid;

/** `count` different free ports that no other test of this run gets soon. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const server = createServer().listen(base + (next++ % perWorker), "127.0.0.1");
    if (!(await listens(server))) continue;
    ports.push((server.address() as AddressInfo).port);
    await once(server.close(), "close");
  }
  return ports;
}

function listens(server: Server): Promise<boolean> {
  return once(server, "listening").then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return false;
      throw error;
    },
  );
}
