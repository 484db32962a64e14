import assert from "node:assert/strict";
import type { OpenStores } from "../stores/store-bench.ts";
import { OwnerRun, type OwnerStep, ownerSteps } from "./owner-steps.ts";
import { SweptStores } from "./swept-stores.ts";

/**
 * Runs the steps on a fresh store and compares every answer with a model: at no instant two owners, no append under an old
 * fence, nothing lost, order kept. In the end everything is delivered.
 * @param stopsWithoutEffect whether to stop at the first step that changes nothing
 * @returns the index of that step, or the number of steps
 * @throws AssertionError that begins with the steps
 */
export async function runOwnerSteps(
  open: OpenStores,
  steps: readonly OwnerStep[],
  { stopsWithoutEffect = false }: { readonly stopsWithoutEffect?: boolean } = {},
): Promise<number> {
  const stores = new SweptStores(await open());
  try {
    const run = new OwnerRun(stores);
    await run.open();
    for (const [index, step] of steps.entries())
      if (!(await run.step(step)) && stopsWithoutEffect) return index;
    await run.empty();
    assert.equal(stores.waiting, 0, "every stored message has come to its end");
    return steps.length;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new assert.AssertionError({ message: `${steps.join(" ")}: ${said}`, operator: "sweep" });
  } finally {
    await stores.close();
  }
}

/**
 * Runs all sequences of `depth` steps, except those in which a step changes nothing: a shorter sequence tests the same.
 * @returns how many were run to their ends
 */
export async function sweepOwners(open: OpenStores, depth: number): Promise<number> {
  const places = Array.from({ length: depth }, () => 0);
  let runs = 0;
  for (;;) {
    const steps = places.map((place) => ownerSteps[place] as OwnerStep);
    const reached = await runOwnerSteps(open, steps, { stopsWithoutEffect: true });
    if (reached === depth) runs += 1;
    if (!advance(places, Math.min(reached, depth - 1))) return runs;
  }
}

/** Changes `places` to the next sequence that differs at `last` or before. @returns whether there is one */
function advance(places: number[], last: number): boolean {
  for (let at = last; at >= 0; at -= 1) {
    const next = (places[at] ?? 0) + 1;
    places.fill(0, at);
    if (next < ownerSteps.length) {
      places[at] = next;
      return true;
    }
  }
  return false;
}
