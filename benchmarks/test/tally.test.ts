import { expect, test } from "vitest";
import { Tally } from "../src/receiver/tally.ts";

function take(tally: Tally, writer: number, ...numbers: readonly number[]): void {
  for (const number of numbers) tally.take({ writer, number, sentAt: 0 });
}

test("writers are counted each by their own numbers", () => {
  const tally = new Tally();
  take(tally, 1, 0, 1, 2);
  take(tally, 2, 0, 1);
  expect(tally.peek()).toMatchObject({ messages: 5, repeated: 0, outOfOrder: 0 });
});

test("a message that comes again is no message, however late or early it came first", () => {
  const tally = new Tally();
  take(tally, 1, 0, 0, 2, 2, 1, 1, 2);
  expect(tally.peek()).toMatchObject({ messages: 3, repeated: 4 });
});

test("a message that comes before an earlier one of its writer is out of order", () => {
  const tally = new Tally();
  take(tally, 1, 1, 2, 0, 3);
  expect(tally.peek()).toMatchObject({ messages: 4, repeated: 0, outOfOrder: 2 });
});

test("after a turn-over the count begins anew, and the numbers of writers go on", () => {
  const tally = new Tally();
  take(tally, 1, 0, 1);
  expect(tally.turnOver()).toMatchObject({ messages: 2 });
  take(tally, 1, 1, 2);
  expect(tally.turnOver()).toMatchObject({ messages: 1, repeated: 1, outOfOrder: 0 });
});

test("times are kept of new messages alone, from when that is asked for until the turn-over", () => {
  const tally = new Tally();
  take(tally, 1, 0);
  tally.keepTimes();
  take(tally, 1, 0, 1);
  expect([...tally.turnOver().arrivedAt.keys()]).toEqual(["1:1"]);
  take(tally, 1, 2);
  expect(tally.turnOver().arrivedAt.size).toBe(0);
});
