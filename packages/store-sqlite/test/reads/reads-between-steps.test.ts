import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { breakWrites } from "../support/opened-store.ts";
import { StatementFuse } from "../support/statement-fuse.ts";
import { resultsOf, TwinStores } from "../support/twin-stores.ts";

const fuse = new StatementFuse();
let stores: TwinStores;
/** The reference: gets the same calls, none of which fails. */
let unbroken: TwinStores;

beforeEach(async () => {
  stores = new TwinStores();
  unbroken = new TwinStores();
  for (let number = 0; number < 20; number += 1) await step();
});
afterEach(() => {
  vi.restoreAllMocks();
  fuse.putOut();
  stores.close();
  unbroken.close();
});
afterAll(() => fuse.remove());

async function step(): Promise<void> {
  expect(await stores.step()).toEqual(await unbroken.step());
}

async function expectAlike(when: string): Promise<void> {
  expect(await resultsOf(stores.reads), when).toEqual(await resultsOf(unbroken.reads));
}

/** Repeats the next step, with a later statement failing each time, until it succeeds. @returns the number of failures */
async function failEach(): Promise<number> {
  for (let statements = 0; ; statements += 1) {
    fuse.light(statements);
    const isDone = await stores.step().then(
      () => true,
      () => false,
    );
    fuse.putOut();
    if (isDone) return statements;
    await expectAlike(`statement ${statements} has failed`);
  }
}

describe("each message is read once", () => {
  it("after a commit that failed at any of its statements", async () => {
    let failures = 0;
    for (let number = 0; number < 6; number += 1) {
      failures += await failEach();
      await unbroken.step();
      await expectAlike(`step ${number}`);
    }
    expect(failures).toBeGreaterThan(100);
    expect(await stores.repeat()).toEqual(await unbroken.repeat());
  });

  it("after a commit whose COMMIT was carried out and failed", async () => {
    fuse.lightBehindCommit();
    await expect(stores.step()).rejects.toThrow("unknown whether anything of this call was stored");
    await unbroken.step();
    await expectAlike("nobody knows what became of it");
  });

  it("while the disk takes no writes, however often a commit is tried", async () => {
    const mend = breakWrites();
    for (let times = 0; times < 3; times += 1) {
      await expect(stores.step()).rejects.toMatchObject({ code: "store-failed" });
      await expectAlike(`try ${times}`);
    }
    mend();
    await step();
    await expectAlike("it takes them again");
  });
});
