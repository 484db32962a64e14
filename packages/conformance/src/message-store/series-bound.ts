import type { Lease } from "@parley/core";
import {
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { type Check, onlyLease, type StoreBench } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";

const bound = { seriesPerChannel: 2 };

/** Appends one agent message to each of the conversations `0` …, in that order, under the bound. */
async function crowd(bench: StoreBench, size: number): Promise<{ ids: string[]; leases: Lease[] }> {
  const ids: string[] = [];
  const leases: Lease[] = [];
  for (let index = 0; index < size; index += 1) ids.push(await bench.converse(`${index}`));
  for (const id of ids) {
    bench.now += 1;
    leases.push(...(await bench.commit({ appends: [anOutboundAppend(id)] }, bound)).leases);
  }
  return { ids, leases };
}

function holders(leases: readonly Lease[]): string[] {
  return leases.map((lease) => lease.lane.conversationId);
}

export function checkSeriesBound(check: Check): void {
  check("a first attempt waits while its channel is at the bound", async (bench) => {
    const { ids, leases } = await crowd(bench, 4);
    want("two series start", holders(leases), ids.slice(0, 2));
    bench.now += 1;
    want("the others are parked, not due", await bench.claim(bound), []);
    const due = await bench.stores.messages.nextDueAt();
    want("and wake nobody", due.outbound, Math.min(...leases.map((lease) => lease.until)));
  });

  check("when a series settles the lane parked longest starts", async (bench) => {
    const { ids, leases } = await crowd(bench, 4);
    const third = await bench.settle(wantSome("two started", leases[1]), delivered, bound);
    want("one slot, one start", holders(third.leases), [ids[2]]);
    const fourth = await bench.settle(wantSome("two started", leases[0]), failed(), bound);
    want("failure frees a slot too", holders(fourth.leases), [ids[3]]);
  });

  check("a lane's own next message queues up behind the parked ones", async (bench) => {
    const { ids, leases } = await crowd(bench, 3);
    await bench.store(anOutboundAppend(ids[0] as string), bound);
    const first = wantSome("two started", leases[0]);
    const { leases: next } = await bench.settle(first, delivered, bound);
    want("the parked lane goes first", holders(next), [ids[2]]);
    const own = await bench.settle(onlyLease({ leases: next }), delivered, bound);
    want("then the busy one's second", holders(own.leases), [ids[0]]);
  });

  check("past the budget the lane that gets the slot is due now", async (bench) => {
    const { ids, leases } = await crowd(bench, 4);
    bench.now += 10;
    const first = wantSome("two started", leases[0]);
    want("no lease", (await bench.settle(first, delivered, { ...bound, ...noLeases })).leases, []);
    want("but due", (await bench.stores.messages.nextDueAt()).outbound, bench.now);
    want("the one parked longest, and that one only", holders(await bench.claim(bound)), [ids[2]]);
  });

  check("retries never wait for a slot", async (bench) => {
    const { ids, leases } = await crowd(bench, 3);
    const first = wantSome("two started", leases[0]);
    const { leases: none } = await bench.settle(first, retryAt(first.startedAt + 3_000), bound);
    want("a series between two attempts keeps its slot", none, []);
    bench.now = first.startedAt + 3_000;
    want("and goes on", holders(await bench.claim(bound)), [ids[0]]);
  });

  check("other channels, and the lanes of the agent's side, know no such bound", async (bench) => {
    const { ids } = await crowd(bench, 3);
    const other = await bench.converse("1", "other-key");
    want("another channel starts", holders([await bench.reply(other, "x", bound)]), [other]);
    want(
      "a parked conversation still hears its visitor",
      holders([await bench.accept(anInboundAppend({ visitorKey: "2" }), bound)]),
      [ids[2]],
    );
  });

  check("in one batch the bound holds", async (bench) => {
    const ids = [await bench.converse("1"), await bench.converse("2"), await bench.converse("3")];
    const { leases } = await bench.commit(
      { appends: ids.map((id) => anOutboundAppend(id)) },
      bound,
    );
    want("two of three", holders(leases).sort(), ids.slice(0, 2));
    const settlements = leases.map((lease) => ({
      lane: lease.lane,
      token: lease.token,
      verdict: delivered,
    }));
    const after = await bench.commit({ settlements }, bound);
    want("the third once they are settled", holders(after.leases), [ids[2]]);
  });

  check("slots and parked lanes outlive a restart, oldest first", async (bench) => {
    const { ids, leases } = await crowd(bench, 4);
    await bench.restart();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    want("parked lanes stay parked", await bench.claim(bound), []);
    bench.now = wantSome("two started", leases[0]).startedAt + 3_100;
    const [first] = await bench.claim({ ...bound, owner: "node-b" });
    const next = await bench.settle(wantSome("the series goes on", first), delivered, bound);
    want("the one parked longest starts", holders(next.leases), [ids[2]]);
  });

  check("erasing a conversation frees its slot", async (bench) => {
    const { ids } = await crowd(bench, 3);
    bench.now += 1;
    await bench.erase(ids[0] as string);
    want("the parked lane is due", holders(await bench.claim(bound)), [ids[2]]);
  });

  check("erasing a parked conversation leaves the slots alone", async (bench) => {
    const { ids, leases } = await crowd(bench, 4);
    await bench.erase(ids[2] as string);
    want("nothing starts", await bench.claim(bound), []);
    const { leases: next } = await bench.settle(
      wantSome("two started", leases[0]),
      delivered,
      bound,
    );
    want("until a slot is free", holders(next), [ids[3]]);
  });

  check(
    "nothing stays parked for good, whatever settles without a lease in hand",
    async (bench) => {
      const { leases } = await crowd(bench, 6);
      for (const lease of leases) await bench.settle(lease, delivered, { ...bound, ...noLeases });
      let carried = leases.length;
      for (let turn = 0; turn < 10; turn += 1) {
        bench.now += 1;
        for (const lease of await bench.claim(bound)) {
          carried += 1;
          await bench.settle(lease, delivered, { ...bound, ...noLeases });
        }
      }
      want("every lane empties", carried, 6);
    },
  );
}
