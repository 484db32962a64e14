import Sqlite from "better-sqlite3";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HeldLanes } from "../../src/lanes/held-lanes.ts";
import { LongerLanes } from "../../src/lanes/longer-lanes.ts";
import { WorkLanes } from "../../src/lanes/work-lanes.ts";
import { ConversationRows } from "../../src/rows/conversation-rows.ts";
import { Activities } from "../../src/write-behind/activities.ts";
import { RecentIdentities } from "../../src/write-behind/recent-identities.ts";
import { RecentKeys } from "../../src/write-behind/recent-keys.ts";
import { TailDeliveries } from "../../src/write-behind/tail-deliveries.ts";
import { StatementFuse } from "../support/statement-fuse.ts";
import { type Reads, TwinStores } from "../support/twin-stores.ts";
import { faultsOf } from "../write-behind/place-faults.ts";

type Method = (...given: unknown[]) => unknown;
type Class = { readonly prototype: object };

/** The methods with which a commit and a flush change the data in memory. */
const changesOfMemory: readonly (readonly [Class, string])[] = [
  [Activities, "take"],
  [HeldLanes, "take"],
  [LongerLanes, "take"],
  [RecentIdentities, "cut"],
  [TailDeliveries, "cut"],
  [RecentKeys, "cut"],
  [ConversationRows, "keep"],
  [WorkLanes, "keep"],
];

const fuse = new StatementFuse();
let stores: TwinStores;
let outside: Sqlite.Database;

beforeEach(async () => {
  stores = new TwinStores(16);
  for (let number = 0; number < 30; number += 1) await stores.step();
  outside = new Sqlite(stores.path, { readonly: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  outside.close();
  stores.close();
});
afterAll(() => fuse.remove());

/** Calls `look` before and after every statement of `call`, and every change in memory. */
async function atEachStep(look: () => void, call: (of: TwinStores) => unknown): Promise<void> {
  for (const [{ prototype }, name] of changesOfMemory) {
    const methods = prototype as Record<string, Method>;
    const method = methods[name] as Method;
    vi.spyOn(methods, name).mockImplementation(function watched(this: unknown, ...given) {
      fuse.look();
      const result = method.apply(this, given);
      fuse.look();
      return result;
    });
  }
  fuse.watch(look);
  try {
    await call(stores);
  } finally {
    fuse.watch(null);
    vi.restoreAllMocks();
  }
}

const first = { before: null, limit: 1 };

/** Every way to read. Of the lists that write the tail first, one is enough. */
function allReads(): Reads {
  const { reads, readsOfRows, bench } = stores;
  const { conversations, deliveries } = bench.stores;
  return {
    ...reads,
    "the list of conversations": () => conversations.list(first),
    deliveries: () => deliveries.deliveries({ state: "waiting" }, first),
    "one delivery": () => deliveries.delivery("shop-key-a", 1),
    "the export": readsOfRows["counts of the export"] as () => Promise<unknown>,
  };
}

const calls: readonly (readonly [string, (of: TwinStores) => unknown])[] = [
  ["a flush", ({ database }) => database.write(() => {})],
  ["a commit that writes a slice, or cuts the tail", (of) => of.step()],
];

describe.each(calls)("between any two steps of %s", (_, call) => {
  it("a read is refused, so that it finds nothing in memory and in rows, nor in neither", async () => {
    const answers: Promise<string>[] = [];
    let steps = 0;
    await atEachStep(() => {
      steps += 1;
      for (const [name, read] of Object.entries(allReads()))
        answers.push(
          read().then(
            () => `${name}: answered`,
            ({ cause }: Error) => String(cause),
          ),
        );
    }, call);
    expect(steps).toBeGreaterThan(30);
    expect([...new Set(await Promise.all(answers))]).toEqual([
      `Error: ${stores.path} was used during a write.`,
    ]);
  });

  it("another connection finds all of it in the file, or nothing", async () => {
    const count = (sql: string) => (outside.prepare(sql).get() as { readonly n: number }).n;
    const found: string[] = [];
    const seen = new Set<string>();
    await atEachStep(() => {
      found.push(...faultsOf(count));
      const numbers = ["deliveries", "sequences", "lanes", "recent_keys"].map((table) =>
        count(`select count(*) as n from ${table}`),
      );
      seen.add(
        JSON.stringify([count("select value as n from counters where name = 'written'"), numbers]),
      );
    }, call);
    expect(found).toEqual([]);
    expect(seen.size).toBe(2);
  });
});
