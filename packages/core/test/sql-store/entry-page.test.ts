import { expect, it } from "vitest";
import { brokenEntryError, entryPage, keyAt } from "../../src/sql-store/entry-page.ts";
import { idempotencyKeyEntry, laneEntry } from "../../src/sql-store/entry-rows.ts";

const keyRow = { at: 3, within: '"key"', conversationId: "c3", acceptedAt: 5, first: 1, count: 2 };

it("a full page tells the key of its last row, and the next one begins behind it", () => {
  const { entries, next } = entryPage([keyRow], 1, idempotencyKeyEntry);
  expect(entries).toEqual([
    { conversationId: "c3", key: "key", acceptedAt: 5, first: 1, count: 2 },
  ]);
  expect(keyAt(next, [0, ""])).toEqual([3, '"key"']);
});

it("a page that is not full is the last one", () => {
  expect(entryPage([keyRow], 2, idempotencyKeyEntry).next).toBe(null);
  expect(keyAt(null, [0, ""])).toEqual([0, ""]);
});

it("an entry whose JSON is broken is named by its place, and nothing of it is told", () => {
  const broken = { ...keyRow, within: '"secret' };
  let error: unknown = null;
  try {
    entryPage([broken], 1, idempotencyKeyEntry);
  } catch (caught) {
    error = brokenEntryError(caught, "the file", "idempotencyKeys");
  }
  expect(error).toMatchObject({
    code: "store-corrupt",
    message:
      "the file is damaged: in its idempotencyKeys, the entry at 3 holds broken JSON. Restore it from a backup.",
  });
});

it("any other error stays what it is", () => {
  const other = new Error("the disk is full");
  expect(brokenEntryError(other, "the file", "lanes")).toBe(other);
});

it("a lane's lease needs a token and an owner", () => {
  const lane = {
    conversationId: "c3",
    head: 4,
    waiting: 2,
    attempt: 1,
    startedAt: 5,
    due: 6,
    ownerChange: null,
  };
  const row = {
    ...lane,
    at: 3,
    within: 1,
    parked: null,
    memo: '"m"',
    token: 7,
    owner: "node",
    pausedSince: 8,
  };
  expect(laneEntry(row, String)).toEqual({
    ...lane,
    kind: "outbound",
    backend: null,
    parked: null,
    memo: "m",
    pausedSince: 8,
    lease: { token: 7, owner: "node" },
  });
  expect(laneEntry({ ...row, token: null }, String).lease).toBe(null);
});
