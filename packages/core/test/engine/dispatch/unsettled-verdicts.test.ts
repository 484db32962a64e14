import { describe, expect, it } from "vitest";
import { unusedVerdict } from "../../../src/engine/dispatch/unsettled-verdicts.ts";
import type { Lease } from "../../../src/ports/stores/message-store.ts";

const head = {
  sequence: 2,
  messageSequence: 2,
  message: "{}",
  sender: "{}",
  recipientId: '"v"',
  acceptedAt: 100_000,
};
const conversation = {
  id: "c",
  channelKey: "key",
  channelId: "shop",
  visitorKey: "v",
  visitorId: '"v"',
  profile: {},
  createdAt: 100_000,
  lastMessageAt: 100_000,
  owner: { backend: "default", assignee: null, fence: 0 },
};
const lease: Lease = {
  lane: { kind: "outbound", conversationId: "c" },
  token: 1,
  head,
  conversation,
  attempt: 1,
  startedAt: 100_000,
  until: 104_000,
  memo: "kept",
  backend: "default",
  isOwnerChange: false,
  pausedSince: null,
};

describe("a lease under which nothing was done", () => {
  it("is told as such, and with the next tick for a store that knows nothing of it", () => {
    const verdict = { kind: "retry", due: 103_000, memo: "kept", isUnused: true };
    expect(unusedVerdict(lease, 101_500)).toEqual(verdict);
  });

  it("is paid for once its message has waited for a minute, so that its agent is told at last", () => {
    expect(unusedVerdict(lease, 160_000)).toMatchObject({ isUnused: true });
    expect(unusedVerdict(lease, 160_001)).toMatchObject({ isUnused: false });
  });
});
