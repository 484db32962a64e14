import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { drawPlan, runPlan } from "@parley/conformance/simulator";
import { expect, it } from "vitest";
import { memorySimulatedStores } from "../../src/simulator/world/stores/simulated-stores.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
// Whichever thread starts from here on has none, as before: another test puts its own in its place.
setFlagsFromString("--no-expose-gc");

/** The stores of one run of this seed, held weakly, and its crashes. */
async function playedSeed(seed: number) {
  const held: WeakRef<object>[] = [];
  const { crashes } = await runPlan(drawPlan(seed), {
    stores: async (isAlive) => {
      const stores = await memorySimulatedStores(isAlive);
      held.push(new WeakRef(stores));
      return stores;
    },
  });
  return { held, crashes };
}

/** What is left after collections in turns of their own: one alone may spare what the turn before it touched. */
async function keptOf(held: readonly WeakRef<object>[]): Promise<readonly WeakRef<object>[]> {
  let kept = held;
  for (let collections = 0; kept.length > 0 && collections < 20; collections += 1) {
    await new Promise((resolve) => void setImmediate(resolve));
    collectGarbage();
    kept = kept.filter((stores) => stores.deref() !== undefined);
  }
  return kept;
}

it("nothing of a run is kept once it is over, also when nodes crashed within their calls", async () => {
  const held: WeakRef<object>[] = [];
  let crashes = 0;
  for (let seed = 1; seed <= 10; seed += 1) {
    const played = await playedSeed(seed);
    held.push(...played.held);
    crashes += played.crashes;
  }
  expect([held.length, crashes > 0]).toEqual([10, true]);
  expect(await keptOf(held)).toEqual([]);
});
