import { expect, it } from "vitest";
import { NextTurn } from "../../src/engine/next-turn.ts";

/** A wait whose turns end when the test says so. */
function turns() {
  const ends: (() => void)[] = [];
  const turn = new NextTurn({ soon: (callback) => void ends.push(callback) });
  return { turn, ends };
}

it("all who wait in one turn go on at its end, in the order in which they came, for one call of the timers", async () => {
  const { turn, ends } = turns();
  const order: number[] = [];
  const waits = [1, 2, 3].map((number) => turn.wait().then(() => order.push(number)));
  await Promise.resolve();
  expect([order, ends.length]).toEqual([[], 1]);
  ends[0]?.();
  await Promise.all(waits);
  expect(order).toEqual([1, 2, 3]);
});

it("who comes once a turn has ended waits for the next", async () => {
  const { turn, ends } = turns();
  const first = turn.wait();
  ends[0]?.();
  let isOver = false;
  const second = turn.wait().then(() => (isOver = true));
  await first;
  expect([isOver, ends.length]).toEqual([false, 2]);
  ends[1]?.();
  await second;
});
