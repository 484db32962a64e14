import { anOutboundAppend, StoreBench } from "@parley/conformance";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStores, stopPostgres } from "../support/opened-stores.ts";

let bench: StoreBench;

beforeEach(async () => {
  bench = new StoreBench(await openStores());
});
afterEach(() => bench.stores.close());
afterAll(stopPostgres);

describe("ids that are not valid in a query", () => {
  it("are never found", async () => {
    const none = "a\u0000b";
    const { stores } = bench;
    expect(await stores.channels.find(none)).toBeNull();
    expect(await stores.channels.find("")).toBeNull();
    expect(await stores.channels.remove(none, bench.now)).toBe(false);
    expect(await stores.conversations.find({ id: none })).toBeNull();
    expect(await stores.conversations.find({ channelKey: none, visitorKey: none })).toBeNull();
    expect(await stores.conversations.erase(none)).toBe(false);
    expect(await bench.append(anOutboundAppend(none))).toEqual({
      status: "refused",
      refusal: "unknown-conversation",
    });
  });
});
