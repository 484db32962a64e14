import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore, type OpenedStore } from "../src/store/opened-store.ts";
import { SeededRandom } from "../../harness/src/hostile-input/seeded-random.ts";
import { lengthsOf } from "../../scripts/seed/lengths.ts";
import { readOrder, seedStore } from "../../scripts/seed/seed-store.ts";
import { Talk } from "../../scripts/seed/talk.ts";

const size = { conversations: "100", messages: "400" };
const directory = mkdtempSync(join(tmpdir(), "parley-seed-"));
afterAll(() => rmSync(directory, { recursive: true }));

function seed(number: string): Promise<string> {
  const order = readOrder({ ...size, data: directory, seed: number });
  return seedStore(order, new PassThrough().resume(), new AbortController().signal);
}

async function withStore<Value>(read: (store: OpenedStore) => Promise<Value>): Promise<Value> {
  const store = await openStore(directory);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

describe("a seeded store", () => {
  let said: string;
  beforeAll(async () => {
    said = await seed("1");
  });

  it("is told of in a sentence", () => {
    expect(said).toBe("100 conversations with 400 messages are stored.");
  });

  it("has every message, and none of them waits", () =>
    withStore(async ({ deliveries }) => {
      const ids = Array.from(
        { length: 100 },
        (_, index) => `s1-${String(index + 1).padStart(8, "0")}`,
      );
      const pages = await Promise.all(
        ids.map((conversationId) =>
          deliveries.deliveries({ conversationId }, { before: null, limit: 400 }),
        ),
      );
      const all = pages.flatMap(({ items }) => items);
      expect(all).toHaveLength(400);
      expect(new Set(all.map(({ state }) => state))).toEqual(new Set(["delivered", "failed"]));
      const { inbound, outbound, reports } = await deliveries.backlog();
      expect([inbound, outbound, reports].map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
    }));

  it("is searchable", () =>
    withStore(async ({ search }) => {
      const { items } = await search.find("s1-00000007", { before: null, limit: 5 });
      expect(items.map(({ conversation }) => conversation.id)).toContain("s1-00000007");
      expect(await search.index(Date.now(), 1)).toEqual({ entries: 0, isCaughtUp: true });
    }));

  it("has the channels of its conversations", () =>
    withStore(async ({ channels }) => {
      const ids = (await channels.list()).map(({ id }) => id);
      expect(ids).toEqual(["shop", "outlet", "rental"]);
    }));

  it("is in order when it was ended early", async () => {
    const order = readOrder({ ...size, data: directory, seed: "3" });
    const stopping = new AbortController();
    const seeding = seedStore(order, new PassThrough().resume(), stopping.signal);
    setImmediate(() => stopping.abort());
    expect(await seeding).toMatch(/^Stopped: \d+ of 400 messages are stored\.$/);
    await withStore(async ({ deliveries }) => {
      const { inbound, outbound, reports } = await deliveries.backlog();
      expect([inbound, outbound, reports].map(({ waiting }) => waiting)).toEqual([0, 0, 0]);
    });
  });

  it("takes the conversations of another seed, and those of the same one not again", async () => {
    await expect(seed("1")).rejects.toThrow(/this seed already/);
    await expect(seed("2")).resolves.toContain("are stored");
  });
});

describe("a seed", () => {
  it("makes the same messages each time", () => {
    const talked = () => {
      const random = new SeededRandom(7);
      const channel = { id: "shop", key: "k" };
      const talk = new Talk({ seed: 7, random }, { number: 1, length: 30, channel });
      return Array.from({ length: 30 }, () => talk.next());
    };
    expect(talked()).toEqual(talked());
  });

  it("shares the messages among the conversations, few of which are long", () => {
    const size = { conversations: 500, messages: 10_000, first: null };
    const lengths = lengthsOf(size, new SeededRandom(3));
    expect(lengths.reduce((sum, length) => sum + length)).toBe(10_000);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...lengths)).toBeGreaterThan(100);
  });

  it("gives the first conversation its length when one is asked for", () => {
    const size = { conversations: 50, messages: 1_000, first: 500 };
    const lengths = lengthsOf(size, new SeededRandom(3));
    expect(lengths[0]).toBe(500);
    expect(lengths).toHaveLength(50);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(1_000);
  });
});

describe("an order that is wrong", () => {
  it.each([
    [{}, "Say where"],
    [{ data: "a", database: "b" }, "Say where"],
    [{ data: "a", messages: "99" }, "at least --conversations"],
    [{ data: "a", first: "302" }, "--first leaves no message"],
    [{ data: "a", conversations: "1e3" }, "--conversations must be a whole number"],
  ])("%j is answered with a sentence", (given, sentence) => {
    expect(() => readOrder({ ...size, seed: "1", ...given })).toThrow(sentence);
  });
});
