import { describe, expect, it } from "vitest";
import { ManualTime } from "@parley/conformance";
import { BackendCaller } from "../../../src/engine/inbound/backend-caller.ts";
import { UnsettledCalls } from "../../../src/engine/inbound/unsettled-calls.ts";
import { NextTurn } from "../../../src/engine/next-turn.ts";
import { Observers } from "../../../src/engine/observers.ts";
import { HeldLease } from "../../../src/engine/dispatch/held-lease.ts";
import { StallDetector } from "../../../src/engine/dispatch/stall-detector.ts";
import type { Lease } from "../../../src/ports/stores/message-store.ts";
import { noPauses } from "../support/no-pauses.ts";

const noLog = { debug() {}, info() {}, warn() {}, error() {} };
const deaf = new Observers([], noLog);

function leaseUntil(until: number): HeldLease {
  const lane = { kind: "inbound", conversationId: "c" } as const;
  const visitor = { channelKey: "k", channelId: "shop", visitorKey: "1", visitorId: "1" };
  const owner = { backend: "default", assignee: null, fence: 0 };
  const times = { createdAt: 0, lastMessageAt: 0 };
  const conversation = { id: "c", ...visitor, profile: {}, ...times, owner };
  const outboundOnly = { sender: null, recipientId: null };
  const head = { sequence: 1, messageSequence: 1, message: "{}", ...outboundOnly, acceptedAt: 0 };
  const terms = { attempt: 1, startedAt: 0, until };
  const lease: Lease = {
    backend: "default",
    isOwnerChange: false,
    ...terms,
    lane,
    token: 1,
    head,
    conversation,
    memo: null,
    pausedSince: null,
  };
  return new HeldLease(lease);
}

async function asked(
  held: HeldLease,
  time: ManualTime,
  watch = new StallDetector(time, time),
): Promise<readonly [string, number]> {
  let calls = 0;
  const ports = {
    clock: time,
    timers: time,
    watch,
    observers: deaf,
    logger: noLog,
    turn: new NextTurn(time),
    unsettledCalls: new UnsettledCalls(time),
    pauses: noPauses,
    answers: null,
  };
  const end = await new BackendCaller(ports).ask(held, () => {
    calls += 1;
    return Promise.resolve({ outcome: "taken" });
  });
  return [end.outcome, calls];
}

describe("a call of the agent app", () => {
  it("goes out while its lease lasts", async () => {
    const time = new ManualTime();
    expect(await asked(leaseUntil(time.now() + 11_000), time)).toEqual(["taken", 1]);
  });

  it("never goes out under a lease that reached this node too late", async () => {
    const time = new ManualTime();
    expect(await asked(leaseUntil(time.now() + 1_000), time)).toEqual(["failed", 0]);
  });

  it("never goes out under a lease that was dropped", async () => {
    const time = new ManualTime();
    const held = leaseUntil(time.now() + 11_000);
    held.drop();
    expect(await asked(held, time)).toEqual(["failed", 0]);
  });

  it("never goes out in the turn in which this node woke up", async () => {
    const time = new ManualTime();
    const held = leaseUntil(time.now() + 11_000);
    const watch = new StallDetector(time, time);
    watch.start(() => held.drop());
    time.spend(1_500);
    expect(await asked(held, time, watch)).toEqual(["failed", 0]);
    watch.stop();
  });
});
