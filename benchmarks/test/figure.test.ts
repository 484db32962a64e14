import { expect, test } from "vitest";
import { figure, ratios } from "../src/figure.ts";

test("a figure is the median of the ratios of the same round, not the ratio of the medians", () => {
  const { value, rounds } = figure("ingress-node/bare", ratios([10, 300, 5], [20, 300, 50]));
  expect(rounds).toEqual([0.5, 1, 0.1]);
  expect(value).toBe(0.5);
});

test("contenders that did not run in the same rounds cannot be compared", () => {
  expect(() => ratios([1, 2], [1])).toThrow("every round");
});

test("a round without a number is an error that names the key", () => {
  expect(() => figure("disk", ratios([1, 1], [1, 0]))).toThrow("disk: a round gave no number");
});

test("a key that nobody knows cannot be measured", () => {
  expect(() => figure("discs", [1])).toThrow("no key is called discs");
});
