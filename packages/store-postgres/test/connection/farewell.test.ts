import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { aBudget, anInboundAppend } from "@parley/conformance";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
const boundMs = 5_000;
let server: EmbeddedPostgres;
let proxy: Server;
let connection: string;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = await startPostgres({ fsync: false });
  proxy = createServer((client) => {
    const upstream = connect(server.port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket.on("error", () => {}));
      socket.on("close", () => sockets.delete(socket));
    }
    client.pipe(upstream);
    upstream.pipe(client);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(await server.createDatabase());
  url.port = String((proxy.address() as AddressInfo).port);
  connection = url.href;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await server.stop();
});

/** Simulates a network that drops packets without closing connections. */
function cut(): void {
  for (const socket of sockets) socket.unpipe().pause();
}

/** Sockets of this process: one for each connection of the store, and two of the proxy for each. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
}

describe("closing a store", () => {
  it("with an unreachable server ends within the limit, and leaves no socket open", async () => {
    const database = await Database.open({ connection, schema: "parley", allowNonDurable: true });
    const batch = { appends: [anInboundAppend({ visitorKey: "v1" })], settlements: [] };
    const { appends } = await storesOver(database).messages.commit(batch, now, aBudget());
    expect(appends[0]?.status).toBe("stored");
    await database.read({ name: "one", text: "select 1" });
    cut();
    const openBefore = openSockets();
    const closed = database.close().then(() => "closed");
    const late = new Promise((resolve) => setTimeout(resolve, boundMs, "still closing").unref());
    expect(await Promise.race([closed, late])).toBe("closed");
    const ofStore = sockets.size / 2;
    expect(openSockets()).toBe(openBefore - ofStore);
  });
});
