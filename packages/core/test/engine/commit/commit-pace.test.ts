import { ManualTime } from "@parley/conformance";
import { expect, it } from "vitest";
import { CommitPace } from "../../../src/engine/commit/commit-pace.ts";

/** When a commit of `items` goes out after one that was `last` and took `tookMs`, in milliseconds from then. */
async function restMs(
  { last, tookMs, items }: { last: number; tookMs: number; items: number },
  isRemote = true,
): Promise<number> {
  const time = new ManualTime();
  const pace = new CommitPace({ clock: time, timers: time }, isRemote);
  const from = time.now();
  pace.ended(last, tookMs);
  const ready = pace.ready(() => items).then(() => time.now() - from);
  for (let ms = 0; ms < 20; ms += 1) await time.advance(1);
  return ready;
}

/** How many turns a commit in this process waits that holds so many in the turn it is wanted in, and in those after it. */
async function turnsWaited(items: readonly number[], turnMs = 0): Promise<number> {
  const time = new ManualTime();
  let turn = 0;
  const soon = (callback: () => void): void => {
    turn += 1;
    time.spend(turnMs);
    time.soon(callback);
  };
  const timers = { after: time.after.bind(time), soon };
  await new CommitPace({ clock: time, timers }, false).ready(
    () => items[turn] ?? items.at(-1) ?? 0,
  );
  return turn;
}

it("a commit waits for as long as the last one took beyond the usual, and for no more than 6 ms", async () => {
  const rests = [4, 5, 6, 9, 11, 12, 400].map((tookMs) => restMs({ last: 60, tookMs, items: 30 }));
  expect(await Promise.all(rests)).toEqual([0, 0, 1, 4, 6, 6, 6]);
});

it("whatever the clock was set to meanwhile", async () => {
  const set = [-3_600_000, 3_600_000].map((tookMs) => restMs({ last: 60, tookMs, items: 30 }));
  expect(await Promise.all(set)).toEqual([0, 6]);
});

it("from the end of the last one: who comes later waits for the rest of it, or not at all", async () => {
  const time = new ManualTime();
  const pace = new CommitPace({ clock: time, timers: time }, true);
  pace.ended(60, 20);
  time.spend(4);
  let isReady = false;
  void pace.ready(() => 30).then(() => (isReady = true));
  await time.advance(1);
  expect(isReady).toBe(false);
  await time.advance(1);
  expect(isReady).toBe(true);
  await pace.ready(() => 30);
});

it("not when hardly anybody is about to come", async () => {
  const rests = [15, 16].map((last) => restMs({ last, tookMs: 20, items: 8 }));
  expect(await Promise.all(rests)).toEqual([0, 6]);
});

it("not when it is large already", async () => {
  const rests = [99, 100].map((items) => restMs({ last: 60, tookMs: 20, items }));
  expect(await Promise.all(rests)).toEqual([6, 0]);
});

it("not, by the clock, for a store in this process, which works while nobody else does", async () => {
  expect(await restMs({ last: 60, tookMs: 20, items: 30 }, false)).toBe(0);
});

it("which waits for the next turn of the event loop as long as the last one has brought more, sixteen at most", async () => {
  const rising = Array.from({ length: 20 }, (_, index) => index + 1);
  const turns = [[1], [1, 2], [1, 2, 3], rising].map((items) => turnsWaited(items));
  expect(await Promise.all(turns)).toEqual([1, 2, 3, 16]);
});

it("and no turn more once it has waited for 6 ms, whatever else these turns did", async () => {
  const turns = [1, 2, 5, 6].map((turnMs) => turnsWaited([1, 2, 3, 4, 5, 6, 7, 8], turnMs));
  expect(await Promise.all(turns)).toEqual([6, 3, 2, 1]);
});

it("and not when it is large already", async () => {
  const turns = [[400], [399, 400], [150, 300, 450, 600]].map((items) => turnsWaited(items));
  expect(await Promise.all(turns)).toEqual([0, 1, 2]);
});

it("and goes out as soon as it is large", async () => {
  const time = new ManualTime();
  const pace = new CommitPace({ clock: time, timers: time }, true);
  pace.ended(60, 20);
  let isReady = false;
  void pace.ready(() => 30).then(() => (isReady = true));
  pace.grown(99);
  await time.settle();
  expect(isReady).toBe(false);
  pace.grown(100);
  await time.settle();
  expect(isReady).toBe(true);
  // Whoever comes while nothing waits makes no difference.
  pace.grown(200);
});
