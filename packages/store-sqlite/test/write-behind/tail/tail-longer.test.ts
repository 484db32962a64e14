import { aResendAppend, anInboundAppend, failed, retryAt } from "@parley/conformance";
import type { Lease } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { breakWrites, doubtCommit, OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;
/** The lease of a lane's head after one failed attempt: the lane has a row. */
let head: Lease;

beforeEach(() => begin());
afterEach(() => tail.close());

const inRows = () => tail.count("select sum(waiting) as n from lanes");
const inbound = async () => (await tail.bench.stores.deliveries.backlog()).inbound;
const two = [anInboundAppend(), anInboundAppend()];

async function begin(tailDeliveries?: number): Promise<void> {
  tail = new OpenedTail(tailDeliveries);
  const first = await tail.bench.accept();
  await tail.bench.settle(first, retryAt(tail.bench.now + 5));
  tail.bench.now += 5;
  [head] = (await tail.bench.claim()) as [Lease];
}

/** Its owner is gone, so its head is claimed again. */
async function claimAgain(): Promise<Lease> {
  tail.bench.now = head.until;
  const [claimed] = await tail.bench.claim();
  return claimed as Lease;
}

describe("a lane whose row counts fewer deliveries than wait", () => {
  it("is read from the tail, without a write to the row", async () => {
    await tail.bench.commit({ appends: two });
    expect(inRows()).toBe(1);
    expect(await inbound()).toMatchObject({ lanes: 1, waiting: 3 });
    expect(await tail.settleAll(head)).toEqual([1, 2, 3]);
  });

  it("has the full count once its row is written anyway, and later ones are in the tail again", async () => {
    await tail.bench.commit({ appends: two });
    await tail.bench.settle(head, retryAt(tail.bench.now + 5));
    expect(inRows()).toBe(3);
    await tail.bench.commit({ appends: two });
    expect([inRows(), (await inbound()).waiting]).toEqual([3, 5]);
    tail.bench.now += 5;
    const [again] = await tail.bench.claim();
    expect(await tail.settleAll(again as Lease)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is as long as before when an append fails", async () => {
    await tail.bench.commit({ appends: two });
    tail.breakOnce();
    await expect(tail.bench.append(anInboundAppend())).rejects.toMatchObject({ retryable: true });
    expect((await inbound()).waiting).toBe(3);
    expect(await tail.settleAll(head)).toEqual([1, 2, 3]);
  });

  it("is unchanged after a commit with an unknown outcome", async () => {
    await tail.bench.commit({ appends: two });
    doubtCommit();
    const third = tail.bench.commit({ appends: two });
    await expect(third).rejects.toMatchObject({ code: "store-failed" });
    expect(await tail.settleAll(head)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is not counted twice while the disk accepts no writes after such a commit", async () => {
    await tail.bench.commit({ appends: two });
    doubtCommit();
    const settled = tail.bench.settle(head, retryAt(tail.bench.now + 5));
    await expect(settled).rejects.toMatchObject({ code: "store-failed" });
    const heal = breakWrites();
    expect((await inbound()).waiting).toBe(3);
    heal();
    expect((await inbound()).waiting).toBe(3);
    expect(inRows()).toBe(3);
  });

  it("has the full count when the tail is written", async () => {
    await tail.bench.commit({ appends: two });
    tail.database.write(() => {});
    expect([inRows(), (await inbound()).waiting]).toEqual([3, 3]);
    expect(await tail.settleAll(head)).toEqual([1, 2, 3]);
  });
});

describe("a write that writes the tail and is rolled back", () => {
  it("leaves such a lane as long as it was", async () => {
    await tail.bench.commit({ appends: two });
    const write = () =>
      tail.database.write(() => {
        throw new Error("not today");
      });
    expect(write).toThrow("could not be read or written");
    expect([inRows(), (await inbound()).waiting]).toEqual([1, 3]);
    expect(await tail.settleAll(head)).toEqual([1, 2, 3]);
  });
});

describe("after a crash such a lane", () => {
  it("continues with all waiting deliveries", async () => {
    await tail.bench.commit({ appends: two });
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([1, 2, 3]);
  });

  it("does not count twice what its row counted already", async () => {
    await tail.bench.commit({ appends: two });
    await tail.bench.settle(head, retryAt(tail.bench.now + 5));
    await tail.bench.commit({ appends: two });
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([1, 2, 3, 4, 5]);
  });

  it("includes messages that were sent again", async () => {
    await tail.bench.settle(head, failed());
    const second = await tail.bench.accept();
    await tail.bench.settle(second, retryAt(tail.bench.now + 5));
    const again = aResendAppend(head.lane.conversationId, 1, "inbound");
    await tail.bench.commit({ appends: [anInboundAppend(), again] });
    expect([inRows(), (await inbound()).waiting]).toEqual([1, 3]);
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([2, 3, 4]);
  });

  it("of a file of schema 6, whose rows count everything, counts nothing twice", async () => {
    await tail.bench.commit({ appends: two });
    await tail.bench.settle(head, retryAt(tail.bench.now + 5));
    tail.becomeSchema7();
    tail.database.read((connection) =>
      connection.script("alter table lanes drop column last; update schema set version = 6"),
    );
    tail.crash();
    expect(inRows()).toBe(3);
    await tail.bench.commit({ appends: two });
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([1, 2, 3, 4, 5]);
  });

  it("has a row that a cut left unchanged, since the missing ones are still in the tail", async () => {
    tail.close();
    await begin(4);
    for (const other of ["2", "3", "4"]) await tail.bench.converse(other);
    await tail.bench.commit({ appends: two });
    await tail.bench.converse("5");
    const written = tail.count("select value as n from counters where name = 'written'");
    const counted = tail.count(`select waiting as n from lanes where conversation =
      (select conversation from deliveries where position = 1)`);
    expect([written, counted]).toEqual([3, 1]);
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([1, 2, 3]);
  });

  it("includes deliveries that are not in the tail", async () => {
    tail.close();
    await begin(2);
    for (let commit = 0; commit < 7; commit += 1)
      await tail.bench.commit({ appends: [anInboundAppend()] });
    const written = tail.count("select value as n from counters where name = 'written'");
    expect([written > 1, written < 8, inRows() < 8]).toEqual([true, true, true]);
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
