import { ManualTime } from "@parley/conformance";
import type { ErasedConversation, ErasureListener, Receipt } from "@parley/core";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { ErasureAnnouncer } from "../../../src/engine/operations/erasure-announcer.ts";

const names = (count: number) => Array.from({ length: count }, (_, index) => `c-${index}`);

/** An announcer over notices of these conversations. */
function announcerOf(conversations: readonly string[]) {
  const data = new MemoryData();
  const { erasures } = createMemoryStores({ data });
  const note = (conversationId: string, owners: readonly string[] | null = null) => {
    data.lastErasure += 1;
    const position = data.lastErasure;
    data.erasures.set(position, { position, conversationId, channelId: "shop", owners });
  };
  for (const id of conversations) note(id);
  const time = new ManualTime();
  const warnings: string[] = [];
  const logger = {
    debug: () => {},
    info: () => {},
    warn: (event: string) => void warnings.push(event),
    error: () => {},
  };
  const ports = { store: erasures, clock: time, timers: time, logger };
  return { announcer: new ErasureAnnouncer(ports), erasures, note, time, warnings };
}

/** Takes everything but `bad`, and keeps what it was told. */
function listening(bad: (id: string) => boolean = () => false) {
  const told: string[] = [];
  const listener: ErasureListener = {
    erased: async ({ conversationId }) => {
      told.push(conversationId);
      if (bad(conversationId)) throw new Error("a visitor's text");
      return { outcome: "taken" };
    },
  };
  return { told, listener: { instance: null, backends: null, listener } };
}

const taken = { outcome: "taken" } as const;

/** Answers as `answer` decides, and keeps what it was told. */
function answering(answer: (notice: ErasedConversation) => Receipt) {
  const told: string[] = [];
  const listener: ErasureListener = {
    erased: async (notice) => {
      told.push(notice.conversationId);
      return answer(notice);
    },
  };
  return { told, listener: { instance: null, backends: null, listener } };
}

describe("notices of erased conversations", () => {
  it("are deleted when nobody listens, so that they do not grow", async () => {
    const { announcer, erasures, note, time } = announcerOf(names(250));
    announcer.start([]);
    await time.settle();
    expect(await erasures.notices(0, 1)).toEqual([]);
    note("later");
    announcer.wake();
    await time.settle();
    expect(await erasures.notices(0, 1)).toEqual([]);
    await announcer.stop(1);
  });

  it("reach every listener in order, page by page", async () => {
    const { announcer, erasures, time } = announcerOf(names(250));
    const [one, other] = [listening(), listening()];
    announcer.start([one.listener, other.listener]);
    await time.settle();
    expect([one.told, other.told]).toEqual([names(250), names(250)]);
    expect(await erasures.notices(0, 1)).toEqual([]);
    await announcer.stop(1);
  });

  it("stay until the last listener has taken them", async () => {
    const { announcer, erasures, time } = announcerOf(["c-0"]);
    let isAway = true;
    const [one, other] = [listening(), listening(() => isAway)];
    announcer.start([one.listener, other.listener]);
    await time.settle();
    expect(await erasures.notices(0, 1)).toHaveLength(1);
    isAway = false;
    await time.advance(1_000);
    expect([one.told, other.told]).toEqual([
      ["c-0", "c-0"],
      ["c-0", "c-0"],
    ]);
    expect(await erasures.notices(0, 1)).toEqual([]);
    await announcer.stop(1);
  });

  it("come at growing distances of at most a minute, a few at a time, while the listener fails", async () => {
    const { announcer, time } = announcerOf(names(50));
    const { told, listener } = listening(() => true);
    announcer.start([listener]);
    await time.settle();
    expect(told).toEqual(names(3));
    await time.advance(600_000);
    expect(told.length).toBeLessThanOrEqual(3 * 20);
    expect(new Set(told).size).toBeGreaterThan(30);
    await announcer.stop(1);
  });

  it("pass two that always fail at once", async () => {
    const { announcer, time } = announcerOf(names(20));
    const { told, listener } = listening((id) => id === "c-0" || id === "c-5");
    announcer.start([listener]);
    await time.settle();
    expect(told).toEqual(names(20));
    await announcer.stop(1);
  });

  it("are told of by a node that did not erase, within half a minute", async () => {
    const { announcer, note, time } = announcerOf([]);
    const { told, listener } = listening();
    announcer.start([listener]);
    await time.settle();
    note("elsewhere");
    await time.advance(30_000);
    expect(told).toEqual(["elsewhere"]);
    await announcer.stop(1);
  });

  it("survive a store that cannot be read for a while", async () => {
    const { announcer, erasures, time, warnings } = announcerOf(["c-0"]);
    const { told, listener } = listening();
    const read = erasures.notices.bind(erasures);
    erasures.notices = () => Promise.reject(new Error("the disk is gone"));
    announcer.start([listener]);
    await time.settle();
    erasures.notices = read;
    await time.advance(1_000);
    expect(told).toEqual(["c-0"]);
    expect(warnings).toEqual(["notices of erased conversations could not be read or deleted"]);
    await announcer.stop(1);
  });

  it("are told to nobody until the time is over that a listener asks for, and without a word in the log", async () => {
    const { announcer, erasures, note, time, warnings } = announcerOf(["c-0", "c-1"]);
    const { told, listener } = answering(() =>
      told.length === 1 ? { outcome: "later", inMs: 20_000 } : taken,
    );
    announcer.start([listener]);
    await time.advance(10_000);
    note("c-2");
    announcer.wake();
    await time.advance(9_999);
    expect(told).toEqual(["c-0"]);
    await time.advance(1);
    expect(told).toEqual(["c-0", "c-1", "c-2"]);
    await time.advance(30_000);
    expect(told).toEqual(["c-0", "c-1", "c-2", "c-0"]);
    expect(await erasures.notices(0, 1)).toEqual([]);
    expect(warnings).toEqual([]);
    await announcer.stop(1);
  });

  it("cost one call for each pause, however many there are", async () => {
    const { announcer, time } = announcerOf(names(5_000));
    const { told, listener } = answering(() => ({ outcome: "later", inMs: 3_600_000 }));
    announcer.start([listener]);
    await time.advance(3_600_000);
    expect(told).toEqual(["c-0", "c-1"]);
    await announcer.stop(1);
  });

  it("are never given up: a rejection, and an answer that is none, bring them again", async () => {
    for (const answer of [
      { outcome: "rejected", reason: "no" },
      undefined,
      { outcome: "later", inMs: -1 },
    ]) {
      const { announcer, erasures, time, warnings } = announcerOf(["c-0"]);
      const { told, listener } = answering(() => (told.length < 3 ? (answer as never) : taken));
      announcer.start([listener]);
      await time.advance(10_000);
      expect(told).toEqual(["c-0", "c-0", "c-0"]);
      expect(await erasures.notices(0, 1)).toEqual([]);
      expect(warnings).toEqual([
        'a listener did not take an erased conversation: it must answer { outcome: "taken" } when it has',
      ]);
      await announcer.stop(1);
    }
  });

  it("are told to nobody after a stop", async () => {
    const { announcer, note, time } = announcerOf([]);
    const { told, listener } = listening();
    announcer.start([listener]);
    await time.settle();
    await announcer.stop(1);
    note("late");
    announcer.wake();
    await time.advance(120_000);
    expect(told).toEqual([]);
  });
});

it("a notice for an agent app of another node is left to that node", async () => {
  const { announcer, erasures, note, time } = announcerOf(["b"]);
  note("a", ["sales"]);
  const { told, listener } = listening();
  announcer.start([{ ...listener, backends: ["desk"] }], ["desk"]);
  await time.advance(60_000);
  expect(told).toEqual(["b"]);
  expect(await erasures.notices(0, 9)).toMatchObject([{ conversationId: "a" }]);
  await announcer.stop(0);
});
