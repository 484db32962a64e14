import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { Owner } from "../../src/connection/owner.ts";
import { postgres, stopPostgres } from "../support/opened-stores.ts";

afterAll(stopPostgres);

/** A proxy to the server that drops data of its open connections, from `swallow` until `pass`. */
async function startPath(to: number) {
  const sockets: Socket[] = [];
  let connections = 0;
  let holes = 0;
  const server = createServer((client) => {
    const own = (connections += 1);
    const isHole = () => own <= holes;
    const upstream = connect(to, "127.0.0.1");
    for (const [from, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.push(from);
      from.on("error", () => {});
      // One after the other: what comes when the hole ends must not overtake what waits.
      let written = Promise.resolve();
      from.on("data", (bytes) => {
        written = written.then(async () => {
          while (isHole()) await setTimeout(5);
          other.write(bytes);
        });
      });
      from.on("close", () => isHole() || other.destroy());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(async () => {
    holes = 0;
    for (const socket of sockets) socket.destroy();
    await once(server.close(), "close");
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    swallow: () => void (holes = connections),
    pass: () => void (holes = 0),
  };
}

/** A manual time source. */
function manualTime() {
  let now = 0;
  let waits: { readonly at: number; readonly ring: () => void }[] = [];
  return {
    now: () => now,
    wait: (ms: number) => new Promise<void>((ring) => void waits.push({ at: now + ms, ring })),
    waiting: () => waits.map(({ at }) => at - now),
    advance(ms: number): void {
      now += ms;
      const due = waits.filter(({ at }) => at <= now);
      waits = waits.filter(({ at }) => at > now);
      for (const { ring } of due) ring();
    },
  };
}

/** An owner whose connection goes through the proxy, with manual time. */
async function startOwner() {
  const { connectionString } = await postgres();
  const url = new URL(connectionString);
  const path = await startPath(Number(url.port));
  url.port = String(path.port);
  const time = manualTime();
  const heard: string[] = [];
  const hear = (payload: string): void => void heard.push(payload);
  const owner = new Owner({ connectionString: url.href }, "public", "news", hear, time);
  await owner.live("node-a");
  onTestFinished(() => owner.close());
  /** Advances time by a second. After that the dispatcher proves that it is alive. */
  const second = async (): Promise<void> => {
    time.advance(1_000);
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    await owner.live("node-a").catch(() => {});
  };
  return { connectionString, path, time, heard, owner, second };
}

it("closes a dead connection within 15 s, and listens on another one", async () => {
  const { connectionString, path, heard, second } = await startOwner();
  path.swallow();
  let seconds = 0;
  for (; path.connections() === 1 && seconds < 60; seconds += 1) await second();
  expect(seconds).toBeLessThan(15);
  const other = new Client({ connectionString });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query("notify news, 'after the hole'");
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(["after the hole"]);
});

it("keeps a connection that answers again after one late answer", async () => {
  const { path, time, second } = await startOwner();
  path.swallow();
  for (let seconds = 0; seconds < 7; seconds += 1) await second();
  expect(time.waiting()).toEqual([1_000]);
  path.pass();
  await second();
  // The limit of the second probe remains, but its answer has arrived.
  await setTimeout(100);
  for (let seconds = 0; seconds < 4; seconds += 1) await second();
  expect(path.connections()).toBe(1);
});

it("reads an answer that came while the process stood still, before it counts as missing", async () => {
  const { connectionString } = await postgres();
  const time = manualTime();
  const owner = new Owner({ connectionString }, "public", "news", () => {}, time);
  onTestFinished(() => owner.close());
  await owner.live("node-a");
  // As a timer: Node runs timers before sockets, and the limit is one too.
  await setTimeout(0);
  time.advance(5_000);
  void owner.live("node-a");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  time.advance(2_000);
  await setImmediate();
  await setImmediate();
  expect(time.waiting()).toEqual([]);
});
