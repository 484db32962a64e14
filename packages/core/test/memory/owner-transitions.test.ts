import { ownerSteps, runOwnerSteps, sweepOwners } from "@parley/conformance";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openMemory } from "./open-memory.ts";

const open = () => openMemory();

it("one owner, its fence and the order hold in every sequence of five steps", async () => {
  expect(await sweepOwners(open, 5)).toBeGreaterThan(2_000);
}, 30_000);

it("they hold in long sequences too", async () => {
  const step = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...ownerSteps.filter((name) => name !== "erase")) },
    { weight: 1, arbitrary: fc.constant("erase" as const) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 80 }), async (steps) => {
      expect(await runOwnerSteps(open, steps)).toBe(steps.length);
    }),
    { numRuns: 1_000 },
  );
}, 30_000);
