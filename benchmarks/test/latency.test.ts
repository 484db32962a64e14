import { expect, test } from "vitest";
import { figuresOf } from "../src/cases/latency.ts";
import { roundOf } from "./support/flow-round.ts";

/** One round of a flow: the p99 from the 200, and from the request. */
function poured(onwardMs: number, p99Ms: number) {
  return roundOf({ onwardMs: [onwardMs], p99Ms });
}

test("each key takes its own way, and in each round Parley's worse direction", () => {
  const results = new Map([
    ["parley-in", [poured(1, 30), poured(5, 10)]],
    ["parley-out", [poured(2, 20), poured(3, 40)]],
    ["bullmq", [poured(10, 60), poured(10, 80)]],
  ]);
  const given = figuresOf(results).map(({ key, rounds }) => [key.name, rounds]);
  expect(given).toEqual([
    ["p99/bullmq", [0.2, 0.5]],
    ["p99/bullmq/request", [0.5, 0.5]],
  ]);
});
