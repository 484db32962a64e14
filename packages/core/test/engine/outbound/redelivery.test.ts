import { describe, expect, it } from "vitest";
import {
  type AttemptEnd,
  type AttemptMemo,
  expiredFailure,
  judgeAttempt,
  planAttempt,
  type SeriesVerdict,
} from "../../../src/engine/outbound/redelivery.ts";

const byWord = { failureShape: "final", hiddenErrorCodes: [] as number[] } as const;
const redeliver = { ...byWord, failureShape: "redeliver" } as const;
const state = (attempt: number) => ({ attempt, startedAt: 1_000, seen: attempt - 1 });
const timeout: AttemptEnd = { kind: "failure", failure: "timeout" };
const notSent: AttemptEnd = { kind: "failure", failure: "not-sent" };
const shape = (status: number, description?: string): AttemptEnd => ({
  kind: "failure-shape",
  status,
  code: 7,
  ...(description === undefined ? {} : { description }),
});
const memo = (attempt: number, description: string | null = null): AttemptMemo => ({
  attempt,
  reason: "timeout",
  description,
});

const judge = (
  attempt: number,
  end: AttemptEnd,
  { before = null as AttemptMemo | null, knobs = byWord as typeof byWord | typeof redeliver } = {},
  now = 1_500,
): SeriesVerdict => judgeAttempt(state(attempt), end, before, knobs, now);

describe("an attempt that is about to begin (ruling 15)", () => {
  it.each([
    [1, 1_000, 4_000],
    [1, 3_500, 4_000],
    [2, 4_000, 7_000],
    [3, 7_000, 10_000],
    [3, 9_500, 10_000],
  ])("number %i, at %i, is sent with the next tick as its deadline", (attempt, now, deadline) => {
    expect(planAttempt(state(attempt), now)).toEqual({ kind: "send", deadline });
  });

  it("waits for the next tick when less than half a second of its own is left", () => {
    expect(planAttempt(state(1), 3_501)).toEqual({ kind: "postpone", due: 4_000 });
    expect(planAttempt(state(3), 60_000)).toEqual({ kind: "postpone", due: 10_000 });
  });

  it("does not begin when no tick is left", () => {
    expect(planAttempt(state(4), 1_000)).toEqual({ kind: "expire" });
    expect(planAttempt(state(4), 99_000)).toEqual({ kind: "expire" });
  });
});

describe("an attempt that has ended (§6, §7)", () => {
  it("ends its series with a positive response, whichever attempt it was", () => {
    for (const attempt of [1, 2, 3]) {
      expect(judge(attempt, { kind: "positive" })).toEqual({ kind: "delivered" });
    }
  });

  it("waits for its tick, however early it failed", () => {
    expect(judge(1, timeout)).toEqual({ kind: "retry", due: 4_000, memo: memo(1) });
    expect(judge(2, timeout)).toEqual({ kind: "retry", due: 7_000, memo: memo(2) });
    expect(judge(3, timeout)).toEqual({ kind: "retry", due: 10_000, memo: memo(3) });
  });

  it("fails its series when it was the third and its tick is over", () => {
    const failed = { kind: "failed", failure: { reason: "timeout" } };
    expect(judge(3, timeout, {}, 9_999).kind).toBe("retry");
    expect(judge(3, timeout, {}, 10_000)).toEqual(failed);
    expect(judge(3, timeout, {}, 10_001)).toEqual(failed);
    expect(judge(2, timeout, {}, 99_000)).toMatchObject({ kind: "retry", due: 7_000 });
  });

  it.each<[AttemptEnd, string]>([
    [timeout, "timeout"],
    [{ kind: "failure", failure: "unreachable" }, "unreachable"],
    [{ kind: "failure", failure: "unreadable-answer" }, "unreadable-answer"],
    [{ kind: "failure", failure: "forbidden-target" }, "forbidden-target"],
    [{ kind: "redirect" }, "redirect"],
    [{ kind: "http-status", status: 500 }, "http-status"],
    [{ kind: "unusable" }, "unusable-answer"],
    [shape(500), "http-status"],
  ])("is remembered with its reason: %j is %s", (end, reason) => {
    expect(judge(1, end)).toEqual({
      kind: "retry",
      due: 4_000,
      memo: { attempt: 1, reason, description: null },
    });
  });

  it("leaves no trace when nothing was sent", () => {
    expect(judge(2, notSent, { before: memo(1, "Busy") })).toEqual({
      kind: "retry",
      due: 7_000,
      memo: memo(1, "Busy"),
    });
    expect(judge(3, notSent, {}, 10_000)).toEqual({ kind: "retry", due: 10_000, memo: null });
  });
});

describe("the reason of a series (ruling 17)", () => {
  const unreachable: AttemptEnd = { kind: "failure", failure: "unreachable" };
  const forbidden: AttemptEnd = { kind: "failure", failure: "forbidden-target" };
  const reasonAfter = (end: AttemptEnd, before: AttemptMemo | null, seen = 2) => {
    const verdict = judgeAttempt({ ...state(3), seen }, end, before, byWord, 10_000);
    return verdict.kind === "failed" ? verdict.failure.reason : verdict.kind;
  };

  it.each([unreachable, forbidden])(
    "does not say that nothing was sent when an earlier attempt may have arrived: %j",
    (end) => {
      for (const reason of ["timeout", "unreadable-answer", "http-status", "redirect"] as const)
        expect(reasonAfter(end, { ...memo(2), reason })).toBe(reason);
    },
  );

  it("says so when none of its attempts sent anything", () => {
    expect(reasonAfter(unreachable, { ...memo(2), reason: "unreachable" })).toBe("unreachable");
    expect(reasonAfter(unreachable, { ...memo(2), reason: "forbidden-target" })).toBe(
      "unreachable",
    );
    expect(reasonAfter(forbidden, null)).toBe("forbidden-target");
  });

  it("is that it was interrupted when nobody saw how an earlier attempt ended", () => {
    expect(reasonAfter(unreachable, null, 0)).toBe("interrupted");
    expect(reasonAfter(unreachable, { ...memo(1), reason: "unreachable" }, 1)).toBe("interrupted");
    expect(reasonAfter(timeout, null, 0)).toBe("timeout");
  });
});

describe("the failure shape (rulings 16 and 17)", () => {
  it("on HTTP 200 is an answer: the series ends at once", () => {
    expect(judge(1, shape(200, "No such user"))).toEqual({
      kind: "failed",
      failure: { reason: "rejected", description: "No such user" },
    });
    expect(judge(1, shape(200))).toEqual({ kind: "failed", failure: { reason: "rejected" } });
  });

  it("on HTTP 200 is redelivered when the channel says so", () => {
    expect(judge(1, shape(200, "Later"), { knobs: redeliver })).toEqual({
      kind: "retry",
      due: 4_000,
      memo: { attempt: 1, reason: "rejected", description: "Later" },
    });
    expect(judge(3, shape(200, "Later"), { knobs: redeliver }, 10_000)).toEqual({
      kind: "failed",
      failure: { reason: "rejected", description: "Later" },
    });
  });

  it("on any other status is redelivered", () => {
    for (const status of [201, 400, 503]) {
      expect(judge(1, shape(status, "x"))).toMatchObject({
        kind: "retry",
        memo: { reason: "http-status", description: "x" },
      });
    }
  });

  it("is what the agent reads, also when later attempts end otherwise", () => {
    expect(judge(3, timeout, { before: memo(2, "Busy") }, 10_000)).toEqual({
      kind: "failed",
      failure: { reason: "timeout", description: "Busy" },
    });
  });

  it("replaces what an earlier one said, by nothing when it says nothing", () => {
    const before = memo(1, "Busy");
    expect(judge(2, shape(500, "Full"), { before })).toMatchObject({
      memo: { description: "Full" },
    });
    expect(judge(2, shape(500), { before })).toMatchObject({ memo: { description: null } });
  });

  it("says nothing when its code is hidden, and hides what came before", () => {
    const knobs = { ...byWord, hiddenErrorCodes: [3, 7] };
    const hidden = judgeAttempt(state(1), shape(500, "x"), memo(1, "Busy"), knobs, 1_500);
    expect(hidden).toMatchObject({ memo: { description: null } });
    const other = judgeAttempt(
      state(1),
      shape(500, "x"),
      null,
      { ...byWord, hiddenErrorCodes: [3] },
      1_500,
    );
    expect(other).toMatchObject({ memo: { description: "x" } });
  });
});

describe("a series without a tick left", () => {
  it("failed for the reason of its third attempt, when that was seen to end", () => {
    expect(expiredFailure(memo(3))).toEqual({ reason: "timeout" });
    expect(expiredFailure(memo(3, "Busy"))).toEqual({ reason: "timeout", description: "Busy" });
  });

  it("was interrupted when it was not, and keeps what was said before", () => {
    expect(expiredFailure(null)).toEqual({ reason: "interrupted" });
    expect(expiredFailure(memo(2))).toEqual({ reason: "interrupted" });
    expect(expiredFailure(memo(2, "Busy"))).toEqual({
      reason: "interrupted",
      description: "Busy",
    });
  });
});
