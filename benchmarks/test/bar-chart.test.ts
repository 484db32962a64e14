import { expect, test } from "vitest";
import { barChart } from "../src/report/bar-chart.ts";

const chart = { title: "Rates", caption: "per second", series: ["a", "b"] };

/** Left edge and width of every bar. */
function barsIn(svg: string): readonly (readonly number[])[] {
  const bars = svg.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)" height="14"/g);
  return [...bars].map(([, x, width]) => [Number(x), Number(width)]);
}

test("bars are as long as their values, and a value that is not there has none", () => {
  const groups = [
    { name: "one", values: [100, 50] },
    { name: "two", values: [null, 25] },
  ];
  const [first, second, third, ...more] = barsIn(barChart({ ...chart, groups, scale: "linear" }));
  expect(first?.[1]).toBeGreaterThan(0);
  expect(second).toEqual([first?.[0], (first?.[1] ?? 0) / 2]);
  expect(third).toEqual([first?.[0], (first?.[1] ?? 0) / 4]);
  expect(more).toEqual([]);
});

test("on a logarithmic axis twice and half are equally long, on either side of 1", () => {
  const groups = [{ name: "one", values: [2, 0.5] }];
  const [more = [], less = []] = barsIn(barChart({ ...chart, groups, scale: "log" }));
  expect(less[1]).toBe(more[1]);
  expect((less[0] ?? 0) + (less[1] ?? 0)).toBe(more[0]);
});

test("names are text, whatever they hold", () => {
  const groups = [{ name: "<b> & co", values: [1] }];
  const svg = barChart({ ...chart, series: ["a"], groups, scale: "linear" });
  expect(svg).toContain("&lt;b> &amp; co");
});
