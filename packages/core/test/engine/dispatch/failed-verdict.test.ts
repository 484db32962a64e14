import { describe, expect, it } from "vitest";
import { readMemo, writeMemo } from "../../../src/engine/outbound/attempt-memo.ts";
import { failedVerdict } from "../../../src/engine/dispatch/failed-verdict.ts";
import { storeRefusal } from "../../../src/engine/commit/store-refusal.ts";
import { ParleyError } from "../../../src/errors.ts";
import type { Lease } from "../../../src/ports/stores/message-store.ts";

const lease: Lease = {
  lane: { kind: "outbound", conversationId: "c7" },
  token: 1,
  attempt: 4,
  startedAt: 0,
  until: 13_000,
  memo: null,
  backend: "default",
  isOwnerChange: false,
  pausedSince: null,
  head: {
    sequence: 9,
    messageSequence: 4,
    message: '{"type":"text","text":"Hi"}',
    sender: '{"name":"Eve"}',
    recipientId: "42",
    acceptedAt: 0,
  },
  conversation: {
    id: "c7",
    channelKey: "k",
    channelId: "shop",
    visitorKey: "42",
    visitorId: "42",
    profile: {},
    createdAt: 0,
    lastMessageAt: 0,
    owner: { backend: "default", assignee: null, fence: 0 },
  },
};

describe("the verdict that a delivery failed (§7, ruling 17)", () => {
  it("carries the report: which delivery, of which message, why and when", () => {
    const failure = { reason: "rejected", description: "No" } as const;
    const verdict = failedVerdict(lease, "outbound", failure, 9_000, "[]");
    expect(verdict).toMatchObject({ kind: "failed", failure, record: "[]" });
    if (verdict.kind !== "failed") return;
    expect(JSON.parse(verdict.report ?? "")).toEqual({
      deliveryId: "c7.9",
      conversationId: "c7",
      channelId: "shop",
      direction: "outbound",
      sequence: 4,
      reason: "rejected",
      description: "No",
      failedAt: 9_000,
    });
  });
});

describe("what a series remembers", () => {
  it("comes back as it was written, and is nothing before the first attempt ended", () => {
    const memo = { attempt: 2, reason: "timeout", description: "Busy" } as const;
    expect(readMemo(writeMemo(memo, []))).toEqual(memo);
    expect(readMemo(null)).toBeNull();
  });
});

describe("what is answered when a commit did not come back well (ruling 4)", () => {
  it("is 503 with a second to wait, and says whether the message is perhaps stored", () => {
    const unknown = { httpStatus: 503, code: 50_302, retryAfterSeconds: 1 };
    expect(storeRefusal(new Error("disk"))).toMatchObject(unknown);
    expect(storeRefusal(new ParleyError("store-failed", "It failed."))).toMatchObject(unknown);
    expect(storeRefusal(Object.assign(new Error("x"), { code: "overloaded" }))).toMatchObject(
      unknown,
    );
    expect(storeRefusal(new ParleyError("overloaded", "Full."))).toMatchObject({
      httpStatus: 503,
      code: 50_301,
      retryAfterSeconds: 1,
    });
  });
});
