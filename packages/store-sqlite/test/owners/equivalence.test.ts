import type { OpenedStores } from "@parley/conformance";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { OpenedStore } from "../support/opened-store.ts";
import { wrongDataOf } from "../support/wrong-data.ts";
import { RandomOwners } from "./random-owners.ts";

const [seeds, seedsPerTest, steps] = [20, 10, 80];

function openMemory(data = new MemoryData()): OpenedStores {
  return {
    ...createMemoryStores({ data }),
    reopen: async () => openMemory(data),
    close: async () => {},
  };
}

describe("store-sqlite and the reference stores in memory", () => {
  for (let from = 0; from < seeds; from += seedsPerTest) {
    it(`change owners alike (seeds ${from} to ${from + seedsPerTest - 1})`, async () => {
      for (let seed = from; seed < from + seedsPerTest; seed += 1) await compare(seed);
    });
  }
});

async function compare(seed: number): Promise<void> {
  const wanted = await new RandomOwners(openMemory(), seed).run(steps);
  const opened = new OpenedStore();
  try {
    // Half of them find no conversation in memory.
    const forget = seed % 2 === 0 ? undefined : () => opened.database.write(() => {});
    const found = await new RandomOwners(opened.bench.stores, seed).run(steps, forget);
    for (const [step, answer] of found.entries())
      expect(answer, `seed ${seed}, answer ${step}`).toEqual(wanted[step]);
    expect(wrongDataOf((sql) => opened.count(sql))).toEqual([]);
  } finally {
    opened.close();
  }
}
