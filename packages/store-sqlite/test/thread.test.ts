import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  aBudget,
  aChannel,
  anInboundAppend,
  type OpenedStores,
  randomStoreScript,
  runStoreScript,
} from "@parley/conformance";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Database } from "../src/database.ts";
import { StoreThread } from "../src/thread/store-thread.ts";
import { threadedPorts } from "../src/thread/threaded-ports.ts";
import { fileName, temporaryDirectory } from "./opened-stores.ts";

let directory = "";
let remove = (): void => {};

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => {
  vi.restoreAllMocks();
  remove();
});

async function openThread() {
  const place = { directory, fileName };
  const thread = await StoreThread.open(place);
  return { thread, ports: threadedPorts(thread, place) };
}

async function openStores(): Promise<OpenedStores> {
  const { thread, ports } = await openThread();
  const reopen = async (): Promise<OpenedStores> => {
    await thread.close();
    return openStores();
  };
  return { ...ports, reopen, close: () => thread.close() };
}

async function openMemory(data = new MemoryData()): Promise<OpenedStores> {
  return { ...createMemoryStores({ data }), reopen: () => openMemory(data), close: async () => {} };
}

const nothing = { appends: [], settlements: [] };
const page = { before: null, limit: 10 };

describe("a database in a thread of its own", { timeout: 120_000 }, () => {
  for (const seed of [1_001, 1_002, 1_003]) {
    it(`answers as the reference stores do (seed ${seed})`, async () => {
      const script = randomStoreScript(seed);
      const wanted = await runStoreScript(() => openMemory(), script);
      expect(await runStoreScript(openStores, script)).toEqual(wanted);
    });
  }

  it("runs calls in the order in which they were made", async () => {
    const { thread, ports } = await openThread();
    const [stored, none, after] = await Promise.all([
      ports.messages.commit({ ...nothing, appends: [anInboundAppend()] }, 1, aBudget()),
      ports.messages.commit(nothing, 2, aBudget()),
      ports.conversations.list(page),
    ]);
    expect(stored.appends).toMatchObject([{ status: "stored" }]);
    expect(none.appends).toEqual([]);
    expect(after.items).toHaveLength(1);
    await thread.close();
  });

  it("takes bounds and texts as they are, whatever JSON makes of them", async () => {
    const { thread, ports } = await openThread();
    const messages = ['{"type":"text","text":"\u0000 and \ud800"}'];
    const appends = [anInboundAppend({ messages })];
    const budget = { ...aBudget(), seriesPerChannel: Number.POSITIVE_INFINITY };
    const { leases } = await ports.messages.commit({ ...nothing, appends }, 1, budget);
    expect(leases[0]?.head.message).toBe(messages[0]);
    const names = ["@parley/signal", "null", "-1"];
    for (const name of names) expect(await ports.channels.find(name)).toBeNull();
    await thread.close();
  });

  it("gives errors back with class, code, cause and whether to try again", async () => {
    const { thread, ports } = await openThread();
    const wrong = { ...anInboundAppend(), channelKey: { not: "text" } as unknown as string };
    const refused = ports.messages.commit({ ...nothing, appends: [wrong] }, 1, aBudget());
    await expect(refused).rejects.toMatchObject({
      name: "ParleyError",
      code: "store-failed",
      retryable: true,
      cause: expect.any(Error),
    });
    await thread.close();
  });

  it("does not open what somebody else has, and says who has it", async () => {
    const database = Database.open({ directory, fileName });
    await expect(openThread()).rejects.toMatchObject({ code: "store-owned" });
    database.close();
    await (await openThread()).thread.close();
  });

  it("tells how far a copy is, and ends one whose signal is aborted", async () => {
    const { thread, ports } = await openThread();
    await ports.channels.save(aChannel());
    const progress: number[] = [];
    const copy = join(directory, "copy.db");
    const tell = (fraction: number): void => void progress.push(fraction);
    await ports.backups.write(copy, tell, new AbortController().signal);
    expect(progress.at(-1)).toBe(1);
    expect(await ports.backups.verify(copy)).toMatchObject({ channels: 1 });
    const stop = new AbortController();
    const second = ports.backups.write(
      join(directory, "second.db"),
      () => stop.abort(),
      stop.signal,
    );
    const ended = await second.catch((error: unknown) => error);
    expect(ended).toBe(stop.signal.reason);
    const third = ports.backups.write(join(directory, "third.db"), tell, stop.signal);
    await expect(third).rejects.toBe(stop.signal.reason);
    expect(existsSync(join(directory, "third.db"))).toBe(false);
    await thread.close();
  });

  it("fails whatever was under way when the thread breaks, and goes on in another", async () => {
    const started = vi.spyOn(Worker.prototype, "postMessage");
    const { thread, ports } = await openThread();
    await ports.channels.save(aChannel());
    const lost = ports.channels.list();
    await (started.mock.contexts[0] as Worker).terminate();
    await expect(lost).rejects.toMatchObject({ code: "store-failed", retryable: true });
    expect(await ports.channels.list()).toHaveLength(1);
    await thread.close();
  });

  it("finishes what it was told before it is closed, takes nothing afterwards, and lets go of the file", async () => {
    const { thread, ports } = await openThread();
    const last = ports.channels.save(aChannel());
    await Promise.all([thread.close(), thread.close()]);
    expect(await last).toBe(true);
    await expect(ports.channels.list()).rejects.toMatchObject({ code: "store-closed" });
    const database = Database.open({ directory, fileName });
    expect(
      database.read((connection) =>
        connection.get("select count(*) as n from channels where position > 0"),
      ),
    ).toEqual({ n: 1 });
    database.close();
  });
});
