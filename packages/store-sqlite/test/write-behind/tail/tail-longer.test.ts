import { aResendAppend, anInboundAppend, failed, retryAt } from "@parley/conformance";
import type { Lease } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { breakWrites, doubtCommit, OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;
/** The lease of a lane's head, tried once in vain: the lane has a row. */
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

/** Whoever held it is gone: its head is claimed once more. */
async function claimAgain(): Promise<Lease> {
  tail.bench.now = head.until;
  const [claimed] = await tail.bench.claim();
  return claimed as Lease;
}

describe("a lane with a row on which more of the newest wait than it says", () => {
  it("is told by them, without a write to the row", async () => {
    await tail.bench.commit({ appends: two });
    expect(inRows()).toBe(1);
    expect(await inbound()).toMatchObject({ lanes: 1, waiting: 3 });
    expect(await tail.settleAll(head)).toEqual([1, 2, 3]);
  });

  it("says it once the row is written anyway, and is told of what comes later", async () => {
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

  it("is what it was after a commit of which nobody knows what became of it", async () => {
    await tail.bench.commit({ appends: two });
    doubtCommit();
    const third = tail.bench.commit({ appends: two });
    await expect(third).rejects.toMatchObject({ code: "store-failed" });
    expect(await tail.settleAll(head)).toEqual([1, 2, 3, 4, 5]);
  });

  it("is no longer than it is while a disk takes nothing after such a commit", async () => {
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

  it("says it where rows tell everything", async () => {
    await tail.bench.commit({ appends: two });
    tail.database.write(() => {});
    expect([inRows(), (await inbound()).waiting]).toEqual([3, 3]);
    expect(await tail.settleAll(head)).toEqual([1, 2, 3]);
  });
});

describe("a write that has rows tell everything and is then taken back", () => {
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
  it("goes on with all that wait", async () => {
    await tail.bench.commit({ appends: two });
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([1, 2, 3]);
  });

  it("counts once what its row had counted already", async () => {
    await tail.bench.commit({ appends: two });
    await tail.bench.settle(head, retryAt(tail.bench.now + 5));
    await tail.bench.commit({ appends: two });
    tail.crash();
    expect(await tail.settleAll(await claimAgain())).toEqual([1, 2, 3, 4, 5]);
  });

  it("has what was sent again as well", async () => {
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

  it("has a row that a cut left as it was, since what it lacks lies in the tail still", async () => {
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

  it("counts what lies behind the tail as well", async () => {
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
