import { describe, expect, it } from "vitest";
import {
  readAttempts,
  readMemo,
  writeMemo,
  writeRecord,
} from "../../../src/engine/outbound/attempt-memo.ts";
import type { AttemptRecord } from "../../../src/model/attempt.ts";

const plain: AttemptRecord = { attempt: 1, startedAt: 5, durationMs: 6, outcome: "timeout" };
const answered: AttemptRecord = { ...plain, attempt: 2, outcome: "http-status", status: 503 };
const worded: AttemptRecord = {
  ...answered,
  attempt: 3,
  outcome: "failure-shape",
  description: "busy",
};
const wordsAlone: AttemptRecord = { ...plain, outcome: "rejected", description: "" };
const all = [plain, answered, worded, wordsAlone];
const memo = { attempt: 2, reason: "http-status", description: "busy" } as const;

describe("what is kept between attempts", () => {
  it("is the series' memo and its records, each field as it was", () => {
    const text = writeMemo(memo, all);
    expect(readMemo(text)).toEqual(memo);
    expect(readAttempts(text)).toEqual(all);
  });

  it("leaves out what was not there", () => {
    expect(JSON.parse(writeMemo(memo, [plain, answered, wordsAlone]) ?? "")).toEqual({
      ...memo,
      attempts: [
        [1, 5, 6, "timeout"],
        [2, 5, 6, "http-status", 503],
        [1, 5, 6, "rejected", null, ""],
      ],
    });
    expect(Object.keys(readAttempts(writeRecord([plain]))[0] ?? {})).toEqual(Object.keys(plain));
  });

  it("may be records alone, as of the agent's side", () => {
    const text = writeMemo(null, [plain]);
    expect(readMemo(text)).toBeNull();
    expect(readAttempts(text)).toEqual([plain]);
  });

  it("is nothing when there is nothing to keep", () => {
    expect(writeMemo(null, [])).toBeNull();
    expect(readMemo(null)).toBeNull();
    expect(readAttempts(null)).toEqual([]);
    expect(writeMemo(memo, [])).toBe(
      '{"attempt":2,"reason":"http-status","description":"busy","attempts":[]}',
    );
  });

  it("is read from a gateway that kept no records and no description", () => {
    const old = '{"attempt":1,"reason":"timeout"}';
    expect(readMemo(old)).toEqual({ attempt: 1, reason: "timeout", description: null });
    expect(readAttempts(old)).toEqual([]);
  });

  it.each(['{"attempt":1}', '{"reason":"timeout"}'])(
    "is no memo when half of it is gone: %s",
    (text) => {
      expect(readMemo(text)).toBeNull();
    },
  );
});

describe("what is kept of a settled delivery", () => {
  it("is its records", () => {
    expect(readAttempts(writeRecord(all))).toEqual(all);
    expect(JSON.parse(writeRecord([answered]) ?? "")).toEqual([[2, 5, 6, "http-status", 503]]);
  });

  it("is nothing when no attempt ended", () => {
    expect(writeRecord([])).toBeNull();
  });
});
