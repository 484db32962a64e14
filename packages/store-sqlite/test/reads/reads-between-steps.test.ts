import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StatementFuse } from "../support/statement-fuse.ts";
import { type Reads, resultsOf, TwinStores } from "../support/twin-stores.ts";
import { breakWrites } from "../write-behind/tail/opened-tail.ts";

const fuse = new StatementFuse();
let stores: TwinStores;
/** The reference: gets the same calls, and writes rows at once. */
let written: TwinStores;

function open(tailDeliveries: number): void {
  stores = new TwinStores(tailDeliveries);
  written = new TwinStores(0);
}
function close(): void {
  stores.close();
  written.close();
}

beforeEach(() => open(16));
afterEach(() => {
  vi.restoreAllMocks();
  fuse.putOut();
  close();
});
afterAll(() => fuse.remove());

async function step(): Promise<void> {
  expect(await stores.step()).toEqual(await written.step());
}

async function steps(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) await step();
}

const flush = (): void => stores.database.write(() => {});

async function expectAlike(of: (stores: TwinStores) => Reads, when: string): Promise<void> {
  written.database.write(() => {});
  expect(await resultsOf(of(stores)), when).toEqual(await resultsOf(of(written)));
}

const reads = (of: TwinStores): Reads => of.reads;
const readsOfRows = (of: TwinStores): Reads => of.readsOfRows;
/** How many messages have rows, and up to where the tail is cut. */
const progress = () =>
  stores.database.read((connection) =>
    connection.get<{ placed: number; written: number }>(`select
      (select count(*) from sequences) as placed,
      (select value from counters where name = 'written') as written`),
  );

/** Repeats `call`, with a later statement failing each time, until it succeeds. @returns the number of failures */
async function failEach(call: () => Promise<unknown>): Promise<number> {
  for (let statements = 0; ; statements += 1) {
    fuse.light(statements);
    const isDone = await call().then(
      () => true,
      () => false,
    );
    fuse.putOut();
    if (isDone) return statements;
    await expectAlike(reads, `statement ${statements} has failed`);
  }
}

describe("each message is read once", () => {
  it.each([3, 16, 40])("between any two commits, with a tail of %d", async (tailDeliveries) => {
    close();
    open(tailDeliveries);
    const seen = new Set<string>();
    for (let number = 0; number < 40; number += 1) {
      await step();
      await expectAlike(reads, `step ${number}`);
      seen.add(JSON.stringify(progress()));
      if (number % 20 !== 19) continue;
      await expectAlike(readsOfRows, `step ${number}`);
      await expectAlike(reads, `step ${number}, all of it written`);
    }
    expect(seen.size).toBeGreaterThan(5);
    expect(await stores.repeat()).toEqual(await written.repeat());
  });

  it("after a flush that failed at any of its statements", async () => {
    await steps(30);
    const failures = await failEach(async () => flush());
    expect(failures).toBeGreaterThan(10);
    await expectAlike(reads, "all of it is written");
    await expectAlike(readsOfRows, "all of it is written");
    expect(await stores.repeat()).toEqual(await written.repeat());
  });

  it("after a commit that failed at any of its statements, those of slices and cuts included", async () => {
    await steps(10);
    let failures = 0;
    for (let number = 0; number < 6; number += 1) {
      failures += await failEach(() => stores.step());
      await written.step();
      await expectAlike(reads, `step ${number}`);
    }
    expect(progress()?.written).toBeGreaterThan(0);
    expect(failures).toBeGreaterThan(100);
    await expectAlike(readsOfRows, "all of it is written");
    expect(await stores.repeat()).toEqual(await written.repeat());
  });

  it("after a flush whose COMMIT was carried out and failed", async () => {
    await steps(30);
    fuse.lightBehindCommit();
    expect(flush).toThrow("unknown whether anything of this call was stored");
    await expectAlike(reads, "nobody knows what became of it");
    await expectAlike(readsOfRows, "all of it is written");
  });

  it("while the disk takes no writes, however often a flush is tried", async () => {
    await steps(30);
    await expectAlike(reads, "before");
    const mend = breakWrites();
    for (let times = 0; times < 3; times += 1) {
      const { items } = await stores.bench.stores.conversations.list({ before: null, limit: 100 });
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(await resultsOf(stores.reads)).toEqual(await resultsOf(written.reads));
    }
    mend();
    await expectAlike(readsOfRows, "all of it is written");
  });
});
