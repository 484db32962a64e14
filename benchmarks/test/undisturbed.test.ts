import { expect, test } from "vitest";
import { undisturbed } from "../src/undisturbed.ts";

/** A process that stands still for these times, in the first attempt, the second, and so on. */
function standstills(...stoodMs: readonly number[]) {
  let attempt = 0;
  return () => ({ end: () => stoodMs[attempt++] ?? 0 });
}

function counted(results: readonly (number | Error)[]) {
  let runs = 0;
  const work = async () => {
    const result = results[runs++] ?? 0;
    if (result instanceof Error) throw result;
    return result;
  };
  return { work, runs: () => runs };
}

test("what ran while the machine went on counts at once, be it a result or an error", async () => {
  const good = counted([7, 8]);
  expect(await undisturbed(good.work, standstills(2_000))).toBe(7);
  expect(good.runs()).toBe(1);
  const bad = counted([new Error("1 of 2 received"), 8]);
  await expect(undisturbed(bad.work, standstills(0))).rejects.toThrow("1 of 2 received");
  expect(bad.runs()).toBe(1);
});

test("what ran while the machine stood still runs again", async () => {
  expect(await undisturbed(counted([7, 8]).work, standstills(2_001, 0))).toBe(8);
  const failed = counted([new Error("no answer"), 8]);
  expect(await undisturbed(failed.work, standstills(30_000, 0))).toBe(8);
});

test("a machine that stands still all the time is taken as it is", async () => {
  const { work, runs } = counted([7, 8, 9, 10]);
  expect(await undisturbed(work, standstills(5_000, 5_000, 5_000, 5_000))).toBe(9);
  expect(runs()).toBe(3);
});
