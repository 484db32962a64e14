import { aResendAppend, anInboundAppend, failed, noLeases, retryAt } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { breakWrites, OpenedTail } from "../write-behind/tail/opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => {
  vi.restoreAllMocks();
  tail.close();
});

const backlog = () => tail.bench.stores.deliveries.backlog();
const from = (visitorKey: string) => anInboundAppend({ visitorKey });
const unwritten = () => tail.unplaced();

describe("the backlog is read", () => {
  it("without a write, for lanes with and without a row", async () => {
    const { now } = tail.bench;
    const first = await tail.bench.accept(from("1"));
    tail.bench.now += 1;
    await tail.bench.append(from("2"), noLeases);
    tail.bench.now += 1;
    await tail.bench.append(from("1"));
    expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 3, oldestAcceptedAt: now });
    await tail.bench.settle(first, failed(), noLeases);
    expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 2, oldestAcceptedAt: now + 1 });
    expect(unwritten()).toBe(3);
  });

  it("across the cut, from the heads that are due first", async () => {
    const { now } = tail.bench;
    const early = await tail.bench.accept(from("early"));
    await tail.bench.stores.conversations.list({ before: null, limit: 1 });
    tail.bench.now += 1;
    await tail.bench.accept(from("held"));
    expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 2, oldestAcceptedAt: now });
    await tail.bench.settle(early, retryAt(now + 600_000));
    const others = Array.from({ length: 999 }, (_, visitor) => from(`${visitor}`));
    await tail.bench.commit({ appends: others }, noLeases);
    expect((await backlog()).inbound.oldestAcceptedAt).toBe(now + 1);
  });

  it("for a message that is sent again, by its acceptance", async () => {
    const { now } = tail.bench;
    const lease = await tail.bench.accept(from("1"));
    await tail.bench.settle(lease, failed());
    tail.bench.now += 5;
    await tail.bench.append(aResendAppend(lease.lane.conversationId, 1, "inbound"));
    expect((await backlog()).inbound).toEqual({ lanes: 1, waiting: 1, oldestAcceptedAt: now });
  });

  it("as far as it is known while the disk accepts no writes", async () => {
    const { now } = tail.bench;
    await tail.bench.accept(from("1"));
    tail.bench.now += 1;
    await tail.bench.append(from("2"), noLeases);
    breakWrites();
    await expect(tail.bench.append(from("3"))).rejects.toMatchObject({ code: "store-failed" });
    for (let times = 0; times < 2; times += 1)
      expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 2, oldestAcceptedAt: now });
  });
});
