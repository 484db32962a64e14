import { beforeEach, describe, expect, it } from "vitest";
import { type TailDelivery, TailDeliveries } from "../../../src/write-behind/tail-deliveries.ts";

let tail: TailDeliveries;

beforeEach(() => {
  tail = new TailDeliveries();
});

function add(position: number, conversation: number, sequence: number, kind = 0): TailDelivery {
  const delivery = { position, conversation, sequence, kind, acceptedAt: position };
  tail.add(delivery);
  return delivery;
}

describe("the deliveries of the tail", () => {
  it("are found by conversation and sequence", () => {
    const [one, other] = [add(11, 1, 4), add(12, 2, 4)];
    expect(tail.find(1, 4)).toEqual(one);
    expect(tail.find(2, 4)).toEqual(other);
    expect(tail.find(1, 3)).toBeUndefined();
    expect(tail.find(1, 5)).toBeUndefined();
    expect(tail.find(3, 4)).toBeUndefined();
  });

  it("follow one another in each lane", () => {
    const [first, reply, last] = [add(11, 1, 4), add(12, 1, 5, 1), add(13, 1, 6)];
    expect(tail.next(1, 0, 0)).toEqual(first);
    expect(tail.next(1, 0, 3)).toEqual(first);
    expect(tail.next(1, 0, 4)).toEqual(last);
    expect(tail.next(1, 1, 4)).toEqual(reply);
    expect(tail.next(1, 0, 6)).toBeUndefined();
    expect(tail.next(2, 0, 0)).toBeUndefined();
  });

  it("are listed for a conversation up to a sequence", () => {
    const [first, second] = [add(11, 1, 4), add(13, 1, 5)];
    add(12, 2, 1);
    expect(tail.before(1, 6)).toEqual([first, second]);
    expect(tail.before(1, 5)).toEqual([first]);
    expect(tail.before(1, 4)).toEqual([]);
  });

  it("after a position are listed by conversation, in order", () => {
    add(11, 3, 9);
    add(12, 2, 5);
    add(13, 700_000_000, 1);
    add(14, 1, 7);
    add(16, 2, 6);
    const order = (after: number, last: number): readonly number[] =>
      tail.order(after, last).map(({ position }) => position);
    expect(order(11, 16)).toEqual([14, 12, 16, 13]);
    expect(order(10, 16)).toEqual([14, 12, 16, 11, 13]);
    expect(order(10, 13)).toEqual([12, 11, 13]);
    expect(order(16, 16)).toEqual([]);
  });

  it("are certain after the newest doubtful one, in any order", () => {
    expect(tail.isSure(0)).toBe(true);
    tail.doubt(12);
    tail.doubt(11);
    expect([11, 12, 13].map((after) => tail.isSure(after))).toEqual([false, true, true]);
  });

  it("are removed up to the cut, and all together", () => {
    add(11, 1, 4);
    const [second] = [add(12, 1, 5), add(13, 2, 1)];
    tail.cut(11);
    expect([tail.size, tail.find(1, 4), tail.next(1, 0, 0)]).toEqual([2, undefined, second]);
    tail.cut(13);
    expect([tail.size, tail.find(2, 1)]).toEqual([0, undefined]);
    add(14, 1, 6);
    tail.clear();
    expect([tail.size, tail.find(1, 6)]).toEqual([0, undefined]);
  });

  it("that were never stored are removed, and no others", () => {
    const first = add(11, 1, 4);
    add(12, 1, 5);
    add(13, 2, 1);
    tail.takeBack(11);
    expect([tail.size, tail.find(1, 4), tail.find(1, 5), tail.find(2, 1)]).toEqual([
      1,
      first,
      undefined,
      undefined,
    ]);
    const again = add(14, 1, 5);
    expect(tail.next(1, 0, 4)).toEqual(again);
  });
});
