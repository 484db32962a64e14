import { aResendAppend, anInboundAppend, failed, noLeases, retryAt } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { breakWrites, OpenedStore } from "../support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => {
  vi.restoreAllMocks();
  opened.close();
});

const backlog = () => opened.bench.stores.deliveries.backlog();
const from = (visitorKey: string) => anInboundAppend({ visitorKey });

describe("the backlog is read", () => {
  it("by lanes, and by what waits on each", async () => {
    const { now } = opened.bench;
    const first = await opened.bench.accept(from("1"));
    opened.bench.now += 1;
    await opened.bench.append(from("2"), noLeases);
    opened.bench.now += 1;
    await opened.bench.append(from("1"));
    expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 3, oldestAcceptedAt: now });
    await opened.bench.settle(first, failed(), noLeases);
    expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 2, oldestAcceptedAt: now + 1 });
  });

  it("from the heads that are due first", async () => {
    const { now } = opened.bench;
    const early = await opened.bench.accept(from("early"));
    opened.bench.now += 1;
    await opened.bench.accept(from("held"));
    expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 2, oldestAcceptedAt: now });
    await opened.bench.settle(early, retryAt(now + 600_000));
    const others = Array.from({ length: 999 }, (_, visitor) => from(`${visitor}`));
    await opened.bench.commit({ appends: others }, noLeases);
    expect((await backlog()).inbound.oldestAcceptedAt).toBe(now + 1);
  });

  it("for a message that is sent again, by its acceptance", async () => {
    const { now } = opened.bench;
    const lease = await opened.bench.accept(from("1"));
    await opened.bench.settle(lease, failed());
    opened.bench.now += 5;
    await opened.bench.append(aResendAppend(lease.lane.conversationId, 1, "inbound"));
    expect((await backlog()).inbound).toEqual({ lanes: 1, waiting: 1, oldestAcceptedAt: now });
  });

  it("as far as it is known while the disk accepts no writes", async () => {
    const { now } = opened.bench;
    await opened.bench.accept(from("1"));
    opened.bench.now += 1;
    await opened.bench.append(from("2"), noLeases);
    breakWrites();
    await expect(opened.bench.append(from("3"))).rejects.toMatchObject({ code: "store-failed" });
    for (let times = 0; times < 2; times += 1)
      expect((await backlog()).inbound).toEqual({ lanes: 2, waiting: 2, oldestAcceptedAt: now });
  });
});
