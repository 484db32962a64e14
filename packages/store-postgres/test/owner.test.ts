import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { Client } from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { Owner } from "../src/owner.ts";
import { postgres, stopPostgres } from "./opened-stores.ts";

afterAll(stopPostgres);

/** A way to the server that passes nothing more of the connections that are open when it is told to `swallow`. */
async function startPath(to: number) {
  const sockets: Socket[] = [];
  let holes = 0;
  const server = createServer((client) => {
    const own = holes;
    const upstream = connect(to, "127.0.0.1");
    for (const [from, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.push(from);
      from.on("error", () => {});
      from.on("data", (bytes) => own === holes && other.write(bytes));
      from.on("close", () => own === holes && other.destroy());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    swallow: () => void (holes += 1),
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
}

it("gives up a connection within 15 s on which nothing passes, and listens on another one", async () => {
  const { connectionString } = await postgres();
  const url = new URL(connectionString);
  const path = await startPath(Number(url.port));
  url.port = String(path.port);
  const heard: string[] = [];
  const owner = new Owner(
    { connectionString: url.href },
    "public",
    { news: (payload) => heard.push(payload) },
    100,
  );
  await owner.live("node-a");
  path.swallow();
  const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 6_000);
  // As the dispatcher does every second.
  const other = new Client({ connectionString });
  await other.connect();
  while (heard.length === 0) {
    await owner.live("node-a").catch(() => {});
    await other.query("notify news, 'after the hole'");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(heard[0]).toBe("after the hole");
  now.mockRestore();
  await other.end();
  await owner.close();
  await path.close();
});
