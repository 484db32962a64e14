import { expect, test } from "vitest";
import { cases } from "../src/cases.ts";
import { keys } from "../src/keys.ts";

test("every key is measured by one case, and no case measures what is no key", () => {
  const given = cases.flatMap(({ gives }) => gives);
  expect(given.toSorted()).toEqual(keys.map(({ name }) => name).toSorted());
});

test("a goal is at least as hard as its floor", () => {
  for (const { name, bound, floor, goal } of keys)
    expect(bound === "at least" ? goal >= floor : goal <= floor, name).toBe(true);
});
