import {
  type OpenedStores,
  randomStoreScript,
  runStoreScript,
  type StoreScript,
} from "@parley/conformance";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { afterAll, describe, expect, it } from "vitest";
import { Database } from "../src/database.ts";
import { fileName, storesOver, temporaryDirectory } from "./opened-stores.ts";
import { faultsOf } from "./place-faults.ts";
import { StatementFuse } from "./statement-fuse.ts";

const tails = [undefined, 1, 3, 16, 100];

const fuse = new StatementFuse();
afterAll(() => fuse.remove());

async function openMemory(data = new MemoryData()): Promise<OpenedStores> {
  return { ...createMemoryStores({ data }), reopen: () => openMemory(data), close: async () => {} };
}

/** Each commit and each claim may fail at any of its statements, and is then made once more. */
function failing(stores: OpenedStores, next: () => number): OpenedStores {
  const twice = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    fuse.light(next());
    try {
      return await call().catch(() => {
        fuse.putOut();
        return call();
      });
    } finally {
      fuse.putOut();
    }
  };
  const { messages } = stores;
  return {
    ...stores,
    messages: {
      commit: (...given) => twice(() => messages.commit(...given)),
      claim: (...given) => twice(() => messages.claim(...given)),
      release: (...given) => messages.release(...given),
      nextDueAt: () => messages.nextDueAt(),
    },
    reopen: async () => failing(await stores.reopen(), next),
  };
}

/** The tables by which deliveries are found must agree with them at the end. */
function openWatched(directory: string, tailDeliveries: number | undefined): OpenedStores {
  const database = Database.open({ directory, fileName, tailDeliveries });
  const count = (sql: string) =>
    database.read((connection) => connection.get<{ n: number }>(sql)?.n ?? Number.NaN);
  return {
    ...storesOver(database),
    reopen: async () => {
      database.close();
      return openWatched(directory, tailDeliveries);
    },
    close: async () => {
      const found = faultsOf(count);
      database.close();
      expect(found).toEqual([]);
    },
  };
}

/** `statements`: among the first so many of a call one fails. */
async function compare(seed: number, script: StoreScript, statements: number): Promise<void> {
  const wanted = await runStoreScript(() => openMemory(), script);
  const { directory, remove } = temporaryDirectory();
  let call = seed;
  // By steps that have no divisor in common with the number, so that each place comes up.
  const next = (): number => (call += 37) % statements;
  const open = async () => failing(openWatched(directory, tails[seed % tails.length]), next);
  expect(await runStoreScript(open, script), `seed ${seed}`).toEqual(wanted);
  remove();
}

describe("store-sqlite, whose statements fail now and then", () => {
  it("answers as if nothing had been tried before, with few in a commit", async () => {
    for (let seed = 200; seed < 225; seed += 1) await compare(seed, randomStoreScript(seed), 60);
  });

  it("and in a rush, with dozens of each kind", async () => {
    for (let seed = 200; seed < 212; seed += 1)
      await compare(seed, randomStoreScript(seed, 30, true), 300);
  });

  it("which they did, hundreds of times", () => {
    expect(fuse.blown).toBeGreaterThan(500);
  });
});
