import { ManualTime } from "@parley/conformance";
import type { SearchStore } from "@parley/core";
import { describe, expect, it } from "vitest";
import { SearchService } from "../../../src/engine/operations/search-service.ts";

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** An indexer over a store that refuses steps of more than `most` messages. */
function serviceOver(store: { most: number }) {
  const limits: number[] = [];
  const index = async (_now: number, limit: number) => {
    limits.push(limit);
    if (limit > store.most) throw new Error("statement timeout");
    return { entries: limit, isCaughtUp: false };
  };
  const search: SearchStore = { index, find: async () => ({ items: [], next: null }) };
  const time = new ManualTime();
  const service = new SearchService({ store: search, clock: time, timers: time, logger: silent });
  return { limits, service, time };
}

describe("the indexer of the search", () => {
  it("offers fewer messages after each failure, so that a batch of long ones never stops it for good", async () => {
    const { limits, service, time } = serviceOver({ most: 1 });
    service.start();
    for (let second = 0; second < 30; second += 1) await time.advance(1_000);
    expect(limits.slice(0, 5)).toEqual([16, 8, 4, 2, 1]);
    await service.stop();
  });

  it("offers one more after each step that works, up to the usual number", async () => {
    const store = { most: 4 };
    const { limits, service, time } = serviceOver(store);
    service.start();
    for (let second = 0; second < 20; second += 1) await time.advance(1_000);
    expect(limits.slice(0, 5)).toEqual([16, 8, 4, 5, 2]);
    store.most = 16;
    for (let second = 0; second < 30; second += 1) await time.advance(1_000);
    expect(limits.at(-1)).toBe(16);
    await service.stop();
  });
});
