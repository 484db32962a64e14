import { aBudget, anInboundAppend } from "@parley/conformance";
import { ParleyError } from "@parley/core";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { Client } from "pg";
import { connect, createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { storesOver } from "../support/opened-stores.ts";

const now = 1_700_000_000_000;
let server: EmbeddedPostgres;
let proxy: Server;
let database: Database;
let place: Parameters<typeof Database.open>[0];
let isStuck = false;
const sockets = new Set<Socket>();
let visitors = 0;

beforeAll(async () => {
  server = await startPostgres();
  // A proxy between store and database. While it is stuck it forwards nothing, like a database that hangs.
  proxy = createServer((client) => {
    const upstream = connect(server.port, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => isStuck || to.write(bytes));
      from.on("close", () => to.destroy());
      from.on("error", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const url = new URL(await server.createDatabase());
  url.port = String(typeof address === "object" && address !== null ? address.port : 0);
  place = { connection: url.href, schema: "parley", allowNonDurable: false };
  database = await Database.open(place);
});
afterEach(() => {
  isStuck = false;
});
afterAll(async () => {
  await database.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await server.stop();
});

/** `stored`, or the code of the error and whether it is retryable. */
async function commit(): Promise<string> {
  visitors += 1;
  const append = anInboundAppend({ visitorKey: `v${visitors}` });
  try {
    const batch = { appends: [append], settlements: [] };
    const { appends } = await storesOver(database).messages.commit(batch, now, aBudget());
    return appends[0]?.status ?? "unanswered";
  } catch (error) {
    if (!ParleyError.is(error)) throw error;
    return `${error.code} ${error.retryable ? "retryable" : "final"}`;
  }
}

async function commitUntilStored(): Promise<string> {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if ((await commit()) === "stored") return "stored";
    await pause(25);
  }
  return "never stored";
}

describe("after an outage of the database", () => {
  it("that crashed and restarted, acknowledged data is there and the next calls work", async () => {
    expect(await commit()).toBe("stored");
    const answered = visitors;
    await server.kill();
    expect(await commit()).toBe("store-failed retryable");
    await server.start();
    expect(await commitUntilStored()).toBe("stored");
    const { conversations } = storesOver(database);
    const ref = { channelKey: "shop-key", visitorKey: `v${answered}` };
    expect(await conversations.find(ref)).not.toBeNull();
  });

  it("that hangs, a commit is given up, and the next one works afterwards", async () => {
    expect(await commitUntilStored()).toBe("stored");
    isStuck = true;
    expect(await commit()).toBe("store-failed retryable");
    isStuck = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    expect(await commitUntilStored()).toBe("stored");
  });

  it("a node whose connections were all cut is dead until its next call, and lives again from then on", async () => {
    expect(await commitUntilStored()).toBe("stored");
    expect(await ownersAlive(1)).toBe(1);
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    expect(await ownersAlive(0)).toBe(0);
    expect(await commitUntilStored()).toBe("stored");
    expect(await ownersAlive(1)).toBe(1);
  });
});

/** Number of owners' locks in the server. Waits, up to a limit, until there are as many as wanted. */
async function ownersAlive(wanted: number): Promise<number> {
  const client = new Client({ connectionString: server.connectionString });
  await client.connect();
  try {
    for (let look = 0; ; look += 1) {
      const { rowCount } = await client.query(
        "select from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'",
      );
      if (rowCount === wanted || look === 250) return rowCount ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await client.end();
  }
}
