import type { Lease, StoredOwnerChange } from "@parley/core";
import { anInboundAppend, delivered, pausedAt, retryAt } from "../../samples/samples.ts";
import { listDeliveries } from "../../delivery-store/list-deliveries.ts";
import { type Check, onlyLease } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import { assign, begin, beginIdle, dueOf, forAll, heads, failedFor } from "./owner-bench.ts";

const tellsNew = { tellsNew: true } as const;

/** The change that a lease or a notice holds. */
export function changeIn({ head }: Lease): StoredOwnerChange {
  return JSON.parse(head.message) as StoredOwnerChange;
}

export function checkNewOwnerTold(check: Check): void {
  check("the new owner hears of the change before every event", async (bench) => {
    const old = await begin(bench, { texts: ["a", "b"] });
    const id = old.lane.conversationId;
    bench.now += 10;
    const why = { name: "fail-over", by: "gateway", why: "down" };
    const lease = onlyLease(await assign(bench, id, "sales", { ...why, ...tellsNew }));
    const nobody = { assignee: null };
    want("the change", changeIn(lease), {
      at: bench.now,
      ...why,
      from: { backend: "default", ...nobody },
      to: { backend: "sales", ...nobody },
      fence: 1,
      conversationId: id,
      channelId: "shop",
      lastSequence: 2,
    });
    want("the head", lease.head, {
      sequence: 0,
      messageSequence: 0,
      message: lease.head.message,
      sender: null,
      recipientId: null,
      acceptedAt: bench.now,
    });
    want("it says so", [lease.isOwnerChange, lease.backend, lease.attempt], [true, "sales", 1]);
    bench.now += 10;
    const first = onlyLease(await bench.settle(lease, delivered, forAll));
    want("then the events", [first.isOwnerChange, ...heads([first])], [false, ["sales", "a"]]);
    want("as a new head", [first.attempt, first.startedAt], [1, bench.now]);
    const second = onlyLease(await bench.settle(first, delivered, forAll));
    want("in order", heads([second]), [["sales", "b"]]);
    want("and no more", (await bench.settle(second, delivered, forAll)).leases, []);
  });

  check("without an event the change is told all the same, once", async (bench) => {
    const id = await beginIdle(bench);
    const lease = onlyLease(await assign(bench, id, "sales", tellsNew));
    want("the change", [lease.isOwnerChange, changeIn(lease).lastSequence], [true, 1]);
    want("then nothing", (await bench.settle(lease, delivered, forAll)).leases, []);
    want("nothing is due", (await dueOf(bench, "sales")).inbound, null);
    want("a second time it is stale", (await bench.trySettle(lease, delivered)).settlements, [
      "stale",
    ]);
    const next = await begin(bench);
    want("the next event is as ever", [next.isOwnerChange, next.attempt], [false, 1]);
  });

  check(
    "a change that is tried again keeps its attempts, its memo and its pause",
    async (bench) => {
      const old = await begin(bench);
      const { conversationId } = old.lane;
      const first = onlyLease(await assign(bench, conversationId, "sales", tellsNew));
      await bench.settle(first, retryAt(bench.now + 1_000, "tried"), forAll);
      want("not at once", await bench.claim(forAll), []);
      bench.now += 1_000;
      const second = onlyLease({ leases: await bench.claim(forAll) });
      want("the same head", [second.head, second.isOwnerChange], [first.head, true]);
      want(
        "attempt and memo",
        [second.attempt, second.startedAt, second.memo],
        [2, first.startedAt, "tried"],
      );
      await bench.settle(second, pausedAt(bench.now, 60_000, { memo: "tried" }));
      const paused = { lane: old.lane, backend: "sales", sequence: 0, since: bench.now };
      want("it is listed as paused", await bench.stores.pauses.longestPaused(5), [paused]);
      bench.now += 60_000;
      const third = onlyLease({ leases: await bench.claim(forAll) });
      want("after its pause", [third.attempt, third.pausedSince], [2, bench.now - 60_000]);
      const next = onlyLease(await bench.settle(third, delivered, forAll));
      want(
        "the event has none of it",
        [next.attempt, next.memo, next.pausedSince],
        [1, null, null],
      );
    },
  );

  check("a change that is given up is gone, without a report", async (bench) => {
    const old = await begin(bench);
    const lease = onlyLease(await assign(bench, old.lane.conversationId, "sales", tellsNew));
    const { leases } = await bench.settle(lease, failedFor("sales"), forAll);
    want("the event is next, alone", heads(leases), [["sales", "hello"]]);
    want("nothing failed", await listDeliveries(bench, { state: "failed" }), []);
  });

  check("a message that comes meanwhile waits behind the change", async (bench) => {
    const id = await beginIdle(bench);
    const lease = onlyLease(await assign(bench, id, "sales", tellsNew));
    const { leases } = await bench.commit({ appends: [anInboundAppend()] }, forAll);
    want("it does not start", [leases, await bench.claim(forAll)], [[], []]);
    const next = onlyLease(await bench.settle(lease, delivered, forAll));
    want("after the change it does", heads([next]), [["sales", "hello"]]);
  });
}
