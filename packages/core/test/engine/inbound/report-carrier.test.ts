import { expect, it } from "vitest";
import { HeldLease } from "../../../src/engine/dispatch/held-lease.ts";
import type { BackendCaller } from "../../../src/engine/inbound/backend-caller.ts";
import { ReportCarrier } from "../../../src/engine/inbound/report-carrier.ts";
import { ReportPriority } from "../../../src/engine/inbound/report-priority.ts";
import type { Lease } from "../../../src/ports/stores/message-store.ts";

const minuteMs = 60_000;

function leaseOf(attempt: number, memo: string | null): HeldLease {
  const visitor = { channelKey: "k", channelId: "shop", visitorKey: "1", visitorId: "1" };
  const owner = { backend: "default", assignee: null, fence: 0 };
  const times = { createdAt: 0, lastMessageAt: 0 };
  const conversation = { id: "c", ...visitor, profile: {}, ...times, owner };
  const stored = { conversationId: "c", sequence: 1, direction: "outbound", reason: "timeout" };
  const about = { sender: null, recipientId: null, acceptedAt: 0 };
  const head = { sequence: 2, messageSequence: 2, message: JSON.stringify(stored), ...about };
  const lane = { kind: "reports", conversationId: "c" } as const;
  const terms = { attempt, startedAt: 0, until: 90 * minuteMs };
  const lease: Lease = {
    backend: "default",
    isOwnerChange: false,
    ...terms,
    lane,
    token: attempt,
    head,
    conversation,
    memo,
    pausedSince: null,
  };
  return new HeldLease(lease);
}

/** A carrier whose agent app fails, while it takes other reports; `now` is an hour after the first attempt. */
function carrierOver(sentMessage: () => Promise<null>): ReportCarrier {
  const now = 60 * minuteMs;
  const health = { lastAt: now, since: 0 };
  const caller = { health, ask: async () => ({ outcome: "failed" }) } as unknown as BackendCaller;
  return new ReportCarrier({
    backend: undefined as never,
    caller,
    deliveries: { sentMessage } as never,
    reportPriority: new ReportPriority(null, "default"),
    clock: { now: () => now },
    random: { fraction: () => 0, token: () => "" },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
}

it("a report whose message could not be read has not failed at the agent app, however often", async () => {
  const unreadable = carrierOver(() => Promise.reject(new Error("the store is away")));
  const first = await unreadable.carry(leaseOf(11, "3"));
  expect(first).toMatchObject({ kind: "retry", memo: "3" });
  const readable = carrierOver(async () => null);
  expect(await readable.carry(leaseOf(12, "3"))).toMatchObject({ kind: "retry", memo: "4" });
});

it("a report that failed ten times while others were taken is given up", async () => {
  const carrier = carrierOver(async () => null);
  expect(await carrier.carry(leaseOf(10, "8"))).toMatchObject({ kind: "retry", memo: "9" });
  expect(await carrier.carry(leaseOf(11, "9"))).toMatchObject({
    kind: "failed",
    failure: { reason: "backend-failing" },
  });
});
