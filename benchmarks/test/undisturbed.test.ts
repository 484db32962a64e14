import { expect, test } from "vitest";
import { judge } from "../src/process/machine-watch.ts";
import { takeMarks, undisturbed } from "../src/undisturbed.ts";

const turn = { name: "parley-in", rounds: 5 } as const;

/** A machine that is disturbed in this way in the first attempt, the second, and so on. */
function machine(...disturbances: readonly (string | null)[]) {
  let attempt = 0;
  return () => () => disturbances[attempt++] ?? null;
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

test("what ran undisturbed counts at once, be it a result or an error", async () => {
  const good = counted([7, 8]);
  expect(await undisturbed(good.work, turn, machine(null))).toBe(7);
  expect(good.runs()).toBe(1);
  const bad = counted([new Error("1 of 2 received"), 8]);
  await expect(undisturbed(bad.work, turn, machine(null))).rejects.toThrow("1 of 2 received");
  expect(bad.runs()).toBe(1);
});

test("what ran while the machine was disturbed runs again", async () => {
  expect(await undisturbed(counted([7, 8]).work, turn, machine("others", null))).toBe(8);
  const failed = counted([new Error("no answer"), 8]);
  expect(await undisturbed(failed.work, turn, machine("others", null))).toBe(8);
  expect(takeMarks()).toEqual([]);
});

test("what is disturbed all the time counts as it is, and is marked", async () => {
  const { work, runs } = counted([7, 8, 9, 10]);
  const busy = machine("others", "others", "others took 20 % of the machine");
  expect(await undisturbed(work, turn, busy)).toBe(9);
  expect(runs()).toBe(3);
  expect(takeMarks()).toEqual([
    { name: "parley-in", disturbance: "others took 20 % of the machine" },
  ]);
  expect(takeMarks()).toEqual([]);
});

test("on a machine that stays busy a turn is not repeated until one ran undisturbed", async () => {
  await undisturbed(counted([]).work, turn, machine("others", "others", "others"));
  const { work, runs } = counted([7, 8, 9, 10]);
  expect(await undisturbed(work, turn, machine("others"))).toBe(7);
  expect(await undisturbed(work, turn, machine(null))).toBe(8);
  expect(await undisturbed(work, turn, machine("others", null))).toBe(10);
  expect(runs()).toBe(4);
  expect(takeMarks()).toHaveLength(2);
});

test("a single round only shows that something works, and is not repeated", async () => {
  const { work, runs } = counted([7, 8]);
  expect(await undisturbed(work, { ...turn, rounds: 1 }, machine("others"))).toBe(7);
  expect(runs()).toBe(1);
});

test("a standstill of over two seconds disturbs, and so do others that take much of the processors", () => {
  expect(judge(2_000, 0.02)).toBeNull();
  expect(judge(2_001, 0)).toBe("the machine stood still for 2.0 s");
  expect(judge(0, 0.2)).toBe("others took 20 % of the machine");
});
