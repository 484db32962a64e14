import { expect, test } from "vitest";
import {
  acceptedPerSecond,
  cpuMicroseconds,
  deliveredPerSecond,
  instructions,
  rowOf,
} from "../src/flows/slice.ts";
import { roundOf } from "./support/flow-round.ts";

const uncounted = roundOf(
  { messages: 100, acceptedMs: 10, deliveredMs: 20, cpuSeconds: 0.02 },
  { messages: 300, acceptedMs: 30, deliveredMs: 60, cpuSeconds: 0.02 },
);

test("a round is the sum of its slices, so that a long slice weighs more than a short one", () => {
  expect(cpuMicroseconds(uncounted)).toBeCloseTo(100);
  expect(acceptedPerSecond(uncounted)).toBe(10_000);
  expect(deliveredPerSecond(uncounted)).toBe(5_000);
  expect(instructions(roundOf({ messages: 4, instructions: 2_000 }))).toBe(500);
});

test("a table names CPU first, and no column that was not measured", () => {
  const { cells } = rowOf("table", "parley-in", [uncounted]);
  expect(Object.keys(cells)).toEqual(["CPU µs/message", "delivered/s", "accepted/s", "memory MB"]);
  const accepted = rowOf("table", "express", [roundOf({ deliveredMs: null })]);
  expect(Object.keys(accepted.cells)).not.toContain("delivered/s");
});
