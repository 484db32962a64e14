import {
  type OpenedStores,
  randomStoreScript,
  runStoreScript,
  type StoreScript,
} from "@parley/conformance";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { openStores } from "../support/opened-stores.ts";

const seedsPerTest = 25;
const [seedsOfRush, stepsOfRush] = [12, 30];
async function openMemory(data = new MemoryData()): Promise<OpenedStores> {
  return { ...createMemoryStores({ data }), reopen: () => openMemory(data), close: async () => {} };
}

describe("store-sqlite and the reference stores in memory", () => {
  for (let from = 0; from < 100; from += seedsPerTest) {
    it(`answer the same random calls alike (seeds ${from} to ${from + seedsPerTest - 1})`, async () => {
      for (let seed = from; seed < from + seedsPerTest; seed += 1)
        await compare(seed, randomStoreScript(seed));
    });
  }

  it("answer alike under load, with dozens of each kind in a commit", async () => {
    for (let seed = 0; seed < seedsOfRush; seed += 1)
      await compare(seed, randomStoreScript(seed, stepsOfRush, true));
  });
});

async function compare(seed: number, script: StoreScript): Promise<void> {
  const wanted = await runStoreScript(() => openMemory(), script);
  expect(await runStoreScript(openStores, script), `seed ${seed}`).toEqual(wanted);
}
