import { ManualTime } from "@parley/conformance";
import type { Backlog } from "@parley/core";
import { describe, expect, it } from "vitest";
import { BacklogReading } from "../src/backlog-reading.ts";
import { BoundedLabels } from "../src/bounded-labels.ts";
import { telemetry } from "../src/index.ts";
import { RecentVisitors } from "../src/recent-visitors.ts";

const none = { lanes: 0, waiting: 0, oldestAcceptedAt: null };
const empty: Backlog = {
  inbound: none,
  outbound: none,
  reports: none,
  notices: none,
  backends: {},
};

/** A store that counts its calls and the parallel ones; `answer` is its result. */
function countingStore(answer: () => Promise<Backlog>) {
  const seen = { asked: 0, atOnce: 0, most: 0 };
  const backlog = async () => {
    seen.asked += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    return answer().finally(() => (seen.atOnce -= 1));
  };
  return { seen, store: { backlog } };
}

describe("the backlog", () => {
  it("is read once for scrapes that come together, and not again for ten seconds", async () => {
    const time = new ManualTime();
    const { seen, store } = countingStore(() => Promise.resolve(empty));
    const reading = new BacklogReading({ store, clock: time, timers: time });
    await Promise.all([reading.current(), reading.current(), reading.current()]);
    await time.advance(9_999);
    await reading.current();
    expect(seen).toMatchObject({ asked: 1, most: 1 });
    await time.advance(1);
    await reading.current();
    expect(seen.asked).toBe(2);
  });

  it("of a store that does not answer keeps a scrape waiting for a second, and is asked for once", async () => {
    const time = new ManualTime();
    const { seen, store } = countingStore(() => new Promise(() => {}));
    const reading = new BacklogReading({ store, clock: time, timers: time });
    for (let scrape = 0; scrape < 3; scrape += 1) {
      const current = reading.current();
      await time.advance(1_000);
      expect(await current).toBeNull();
    }
    expect(seen).toMatchObject({ asked: 1, most: 1 });
  });

  it("is shown for a minute after the store's last answer, then not at all", async () => {
    const time = new ManualTime();
    let isBroken = false;
    const { store } = countingStore(() =>
      isBroken ? Promise.reject(new Error("gone")) : Promise.resolve(empty),
    );
    const reading = new BacklogReading({ store, clock: time, timers: time });
    expect(await reading.current()).toEqual(empty);
    isBroken = true;
    await time.advance(59_999);
    expect(await reading.current()).toEqual(empty);
    await time.advance(1);
    expect(await reading.current()).toBeNull();
  });
});

describe("a label", () => {
  it("has a limited number of values, and only ids and codes", () => {
    const labels = new BoundedLabels(2);
    const values = ["shop", "Ann wrote", "böse", "x".repeat(81), "", "a-b_c.d:e", "third", "shop"];
    expect(values.map((value) => labels.of(value))).toEqual([
      "shop",
      "other",
      "other",
      "other",
      "other",
      "a-b_c.d:e",
      "other",
      "shop",
    ]);
  });
});

describe("recent visitors", () => {
  it("are those of the most recent conversations", () => {
    const visitors = new RecentVisitors(2);
    visitors.heard("a", 1);
    visitors.heard("b", 1);
    visitors.heard("a", 2);
    visitors.heard("c", 1);
    expect(["a", "b", "c"].map((id) => visitors.upTo(id, 9))).toEqual([2, null, 1]);
  });

  it("knows the newest message up to a sequence, of the sixteen newest", () => {
    const visitors = new RecentVisitors(1);
    for (const sequence of [7, 3, 3, 5]) visitors.heard("a", sequence);
    expect([2, 3, 4, 6, 7].map((at) => visitors.upTo("a", at))).toEqual([null, 3, 3, 5, 7]);
    for (let sequence = 10; sequence < 26; sequence += 1) visitors.heard("a", sequence);
    expect([9, 10].map((at) => visitors.upTo("a", at))).toEqual([null, 10]);
  });
});

describe("options", () => {
  it.each([
    { sampleRatio: 1.1 },
    { sampleRatio: Number.NaN },
    { channelLimit: -1 },
    { channelLimit: 1_001 },
    { otlpUrl: "127.0.0.1:4318" },
    { otlpUrl: "ftp://collector.example" },
  ])("that cannot be used are refused before anything is opened: %o", (options) => {
    expect(() => telemetry(options)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
