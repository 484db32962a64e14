import {
  type OpenedStores,
  randomStoreScript,
  runStoreScript,
  type StoreScript,
} from "@parley/conformance";
import type { CommitResult } from "@parley/core";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";
import { StatementFuse } from "../support/statement-fuse.ts";
import { wrongDataOf } from "../support/wrong-data.ts";

const fuse = new StatementFuse();
afterAll(() => fuse.remove());

async function openMemory(data = new MemoryData()): Promise<OpenedStores> {
  return { ...createMemoryStores({ data }), reopen: () => openMemory(data), close: async () => {} };
}

/** Makes a call. `none`: the script's result when the answer is lost. */
type Turn = <Result>(call: () => Promise<Result>, none: Result) => Promise<Result>;

const none: CommitResult = { appends: [], settlements: [], states: [], leases: [] };

/** Makes each commit and each claim through `turn`. */
function around(stores: OpenedStores, turn: Turn): OpenedStores {
  const { messages } = stores;
  return {
    ...stores,
    messages: {
      commit: (...given) => turn(() => messages.commit(...given), none),
      claim: (...given) => turn(() => messages.claim(...given), []),
      release: (...given) => messages.release(...given),
      nextDueAt: (backend) => messages.nextDueAt(backend),
    },
    reopen: async () => around(await stores.reopen(), turn),
  };
}

/** Fails at one of the first `statements` statements, then makes the call again. */
function failing(seed: number, statements: number): Turn {
  let number = seed;
  return async (call) => {
    // The step and the number have no common divisor, so every statement comes up.
    number = (number + 37) % statements;
    fuse.light(number);
    try {
      return await call().catch(() => {
        fuse.putOut();
        return call();
      });
    } finally {
      fuse.putOut();
    }
  };
}

/** The result of every fifth call is lost. */
function everyFifth(lost: (call: () => Promise<unknown>) => Promise<unknown>): Turn {
  let number = 0;
  return async (call, none) => {
    number += 1;
    if (number % 5 !== 0) return call();
    await lost(call);
    return none;
  };
}

const unheard = (): Turn => everyFifth((call) => call());

const doubted = (): Turn =>
  everyFifth(async (call) => {
    fuse.lightBehindCommit();
    await call().catch(() => {});
    fuse.putOut();
  });

/** At the end, checks that the derived data agree with their rows. */
function openWatched(directory: string): OpenedStores {
  const database = Database.open({ directory, fileName });
  const count = (sql: string) =>
    database.read((connection) => connection.get<{ n: number }>(sql)?.n ?? Number.NaN);
  return {
    ...storesOver(database),
    reopen: async () => {
      database.close();
      return openWatched(directory);
    },
    close: async () => {
      const found = wrongDataOf(count);
      database.close();
      expect(found).toEqual([]);
    },
  };
}

interface Turns {
  readonly memory?: Turn;
  readonly sqlite: Turn;
}

async function compare(seed: number, script: StoreScript, { memory, sqlite }: Turns) {
  const { directory, remove } = temporaryDirectory();
  const open = async () => around(openWatched(directory), sqlite);
  const openReference = async () => (memory ? around(await openMemory(), memory) : openMemory());
  try {
    const wanted = await runStoreScript(openReference, script);
    expect(await runStoreScript(open, script), `seed ${seed}`).toEqual(wanted);
  } finally {
    remove();
  }
}

const scripts = {
  "with few in a commit": { seeds: 25, steps: 80, isRush: false, statements: 60 },
  "in a rush, with dozens of each kind": { seeds: 12, steps: 30, isRush: true, statements: 300 },
} as const;

describe.each(Object.entries(scripts))(
  "store-sqlite, %s,",
  (_, { seeds, steps, isRush, statements }) => {
    beforeEach(() => fuse.reset());

    it("answers after a statement has failed as if nothing had been tried before", async () => {
      for (let seed = 200; seed < 200 + seeds; seed += 1)
        await compare(seed, randomStoreScript(seed, steps, isRush), {
          sqlite: failing(seed, statements),
        });
      expect(fuse.blown.before).toBeGreaterThan(100);
    });

    it("keeps what was committed, also when the COMMIT reported a failure", async () => {
      for (let seed = 300; seed < 300 + seeds; seed += 1) {
        const script = randomStoreScript(seed, steps, isRush);
        // Nobody knows whose lease it was. Until it ends, a call that releases dead owners' leases gets it.
        const kept = script.filter(({ kind }) => kind !== "release");
        await compare(seed, kept, { memory: unheard(), sqlite: doubted() });
      }
      expect(fuse.blown.behindCommit).toBeGreaterThan(30);
    });
  },
);
