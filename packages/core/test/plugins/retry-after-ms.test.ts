import { expect, it } from "vitest";
import { retryAfterMs } from "../../src/plugins/retry-after-ms.ts";

it.each([
  ["1", 1_000],
  ["120", 120_000],
  [" 30\t", 30_000],
  ["007", 7_000],
])("%j is a pause of so many seconds", (value, expected) => {
  expect(retryAfterMs(value)).toBe(expected);
});

it.each([
  ["0", 1_000],
  ["3600", 3_600_000],
  ["3601", 3_600_000],
  ["9".repeat(400), 3_600_000],
])("%j becomes a pause of 1 s to one hour", (value, expected) => {
  expect(retryAfterMs(value)).toBe(expected);
});

it.each([
  null,
  undefined,
  "",
  " ",
  "-1",
  "+1",
  "1.5",
  "1e3",
  "0x10",
  "10 s",
  "10, 20",
  "soon",
  "NaN",
  "Infinity",
  "١٢",
  "Wed, 21 Oct 2026 07:28:00 GMT",
])("%j names no pause", (value) => {
  expect(retryAfterMs(value)).toBeUndefined();
});
