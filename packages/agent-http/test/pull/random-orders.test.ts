import { expect, it } from "vitest";
import { randomRun } from "../support/random-run.ts";

const seeds = Array.from({ length: 4 }, (_, index) => index + 117);

it.each(seeds)(
  "events come one after the other and none is lost, in any order of calls and crashes: %i",
  async (seed) => {
    expect(await randomRun(seed)).toBe(true);
  },
);
