import { type OpenedStores, randomStoreScript, runStoreScript } from "@parley/conformance";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { afterAll, describe, expect, it } from "vitest";
import { openStores, stopPostgres } from "./opened-stores.ts";

const seedsPerTest = 10;
/** The long run is `harness/src/equivalence`. */
const stepsPerScript = 40;

afterAll(stopPostgres);

async function openMemory(data = new MemoryData()): Promise<OpenedStores> {
  return { ...createMemoryStores({ data }), reopen: () => openMemory(data), close: async () => {} };
}

describe("store-postgres and the reference stores in memory", () => {
  for (let from = 0; from < 40; from += seedsPerTest) {
    it(`answer the same random calls alike (seeds ${from} to ${from + seedsPerTest - 1})`, async () => {
      for (let seed = from; seed < from + seedsPerTest; seed += 1) {
        const script = randomStoreScript(seed, stepsPerScript);
        const wanted = await runStoreScript(() => openMemory(), script);
        expect(await runStoreScript(openStores, script), `seed ${seed}`).toEqual(wanted);
      }
    });
  }
});
