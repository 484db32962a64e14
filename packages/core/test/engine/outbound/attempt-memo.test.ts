import { describe, expect, it } from "vitest";
import {
  callRecord,
  postRecord,
  readAttempts,
  readMemo,
  withCall,
  writeMemo,
  writeRecord,
} from "../../../src/engine/outbound/attempt-memo.ts";
import type { AttemptRecord } from "../../../src/model/attempt.ts";
import { textLimit } from "../../../src/protocol/messages/text.ts";

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

describe("the record of an attempt", () => {
  const times = { attempt: 2, startedAt: 5, durationMs: 6 };
  const noneHidden = { hiddenErrorCodes: [] };

  it("of a POST says how it ended, and the status of an answer", () => {
    const timeout = { kind: "failure", failure: "timeout" } as const;
    expect(postRecord(times, timeout, noneHidden)).toEqual({ ...times, outcome: "timeout" });
    const positive = { kind: "positive", status: 200 } as const;
    const taken = { ...times, outcome: "positive", status: 200 };
    expect(postRecord(times, positive, noneHidden)).toEqual(taken);
    const { status: _, ...withoutStatus } = positive;
    expect(postRecord(times, withoutStatus, noneHidden)).toEqual({ ...times, outcome: "positive" });
  });

  it("of a POST has the words of a failure shape, unless their code is hidden", () => {
    const shape = { kind: "failure-shape", status: 200, code: 7, description: "no" } as const;
    const record = { ...times, outcome: "failure-shape", status: 200 };
    expect(postRecord(times, shape, noneHidden)).toEqual({ ...record, description: "no" });
    expect(postRecord(times, shape, { hiddenErrorCodes: [7] })).toEqual(record);
    const { description: _, ...wordless } = shape;
    expect(postRecord(times, wordless, noneHidden)).toEqual(record);
  });

  it("of a call has the reason of a rejection, cut to the limit of a text", () => {
    expect(callRecord(times, { outcome: "failed", isCalled: true })).toEqual({
      ...times,
      outcome: "later",
    });
    const rejected = { outcome: "rejected", reason: "x".repeat(5_000) } as const;
    const { description, ...rest } = callRecord(times, rejected);
    expect(rest).toEqual({ ...times, outcome: "rejected" });
    expect(description).toHaveLength(textLimit);
  });

  it("is kept with the nine before it", () => {
    expect(withCall([], plain)).toEqual([plain]);
    const many = Array.from({ length: 10 }, (_, index) => ({ ...plain, attempt: index }));
    expect(withCall(many, answered)).toEqual([...many.slice(1), answered]);
  });
});
