import { expect, test } from "vitest";
import { onwardFrom } from "../src/flows/onward.ts";

test("a message is on its way from its 200 to its arrival, and not at all when it was there before", () => {
  const acceptedAt = new Map([
    ["1:0", 10],
    ["1:1", 20],
    ["2:0", 30],
  ]);
  const arrivedAt = new Map([
    ["2:0", 29.5],
    ["1:0", 14],
  ]);
  expect(onwardFrom(acceptedAt, arrivedAt)).toEqual([0, 4]);
});

test("a message that arrived and was never accepted is an error, and names it", () => {
  expect(() => onwardFrom(new Map(), new Map([["7:3", 1]]))).toThrow("7:3");
});
