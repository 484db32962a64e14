import { anInboundAppend, ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import type { WaitingAppend } from "../../../src/engine/commit/batcher.ts";
import type { AppendAnswer } from "../../../src/engine/commit/commit-queue.ts";
import { LockedAppends } from "../../../src/engine/commit/locked-appends.ts";
import type { Append, AppendResult } from "../../../src/ports/stores/append.ts";

const locked: AppendResult = { status: "unavailable", cause: null, isLocked: true };
const stored: AppendAnswer = {
  status: "stored",
  conversationId: "c",
  sequences: [1],
  created: false,
};

/** A line whose tries are answered by `answer`; `ends` is what became of each append. */
function line(answer: () => AppendResult) {
  const time = new ManualTime();
  const ends: string[] = [];
  const tries: number[] = [];
  const commit = async (appends: readonly Append[]) => {
    tries.push(appends.length);
    const result = { appends: appends.map(answer), settlements: [], states: [], leases: [] };
    return { result, grant: { held: [], exhausted: [] } };
  };
  const appends = new LockedAppends({ clock: time, timers: time, book: { carry() {} } }, commit);
  const waiting = (visitorKey: string): WaitingAppend => ({
    item: anInboundAppend({ visitorKey }),
    since: time.now(),
    resolve: () => void ends.push(`${visitorKey} stored`),
    reject: () => void ends.push(`${visitorKey} refused`),
  });
  const take = (...visitors: readonly string[]) =>
    appends.takeLocked(
      visitors.map(waiting),
      visitors.map(() => locked),
    );
  return { time, appends, waiting, take, ends, tries };
}

describe("appends of locked lanes", () => {
  it("count as waiting until they have their answer", async () => {
    let answer: AppendResult = locked;
    const { time, appends, take, ends } = line(() => answer);
    take("1", "2");
    expect(appends.size).toBe(2);
    expect(appends.units).toBe(2 * (anInboundAppend().messages[0]?.length ?? 0));
    await time.advance(100);
    answer = stored;
    await time.advance(100);
    expect(ends).toEqual(["1 stored", "2 stored"]);
    expect([appends.size, appends.units]).toEqual([0, 0]);
  });

  it("are refused together with a store that fails, and what comes later begins anew", async () => {
    let fails = true;
    const { time, appends, take, ends } = line(() => {
      if (fails) throw new Error("the disk is full");
      return stored;
    });
    take("1");
    await appends.idle();
    expect(ends).toEqual(["1 refused"]);
    fails = false;
    take("2");
    await time.settle();
    expect(ends).toEqual(["1 refused", "2 stored"]);
  });

  it("are at most 200 in one try, and one of each lane", async () => {
    const { time, take, tries, ends } = line(() => stored);
    const visitors = Array.from({ length: 250 }, (_, index) => `${index}`);
    take(...visitors, "0", "0");
    await time.settle();
    expect(tries).toEqual([200, 51, 1]);
    expect(ends).toHaveLength(252);
  });

  it("are refused at once when they are too old to be tried, and then nothing is asked", async () => {
    const { time, appends, waiting, ends, tries } = line(() => stored);
    const old = waiting("1");
    await time.advance(500);
    appends.takeLocked([old], [locked]);
    await appends.idle();
    expect([ends, tries]).toEqual([["1 refused"], []]);
  });
});
