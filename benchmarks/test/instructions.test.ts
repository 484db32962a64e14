import { expect, test } from "vitest";
import { readCount } from "../src/process/instructions.ts";

test("the count of instructions is read from what perf prints, for all programs or for one's own part", () => {
  expect(readCount("4567890123,,instructions,1000000,100.00,,\n")).toBe(4_567_890_123);
  expect(readCount("12,,instructions:u,1000000,100.00,,\n")).toBe(12);
});

test("a machine without such a counter has no count", () => {
  expect(readCount("<not supported>,,instructions,0,100.00,,\n")).toBeNull();
  expect(readCount("<not counted>,,instructions:u,0,0.00,,\n")).toBeNull();
  expect(readCount("")).toBeNull();
});
