import { expect, test } from "vitest";
import { median, quantile } from "../src/statistics.ts";

test("the median of an even count lies between the two in the middle, whatever their order", () => {
  expect(median([9, 1, 4, 2])).toBe(3);
  expect(median([7])).toBe(7);
});

test("a quantile lies between its two neighbours in proportion", () => {
  const values = Array.from({ length: 101 }, (_, index) => index);
  expect(quantile(values, 0.99)).toBe(99);
  expect(quantile([0, 10], 0.25)).toBe(2.5);
});

test("numbers are sorted as numbers", () => {
  expect(median([100, 20, 3])).toBe(20);
});

test("nothing measured has no median", () => {
  expect(() => median([])).toThrow("nothing was measured");
});
