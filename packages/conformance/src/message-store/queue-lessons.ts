import type { Verdict } from "@parley/core";
import {
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { type Check, onlyLease, sequencesOf, type StoreBench } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";

const twoHours = 2 * 60 * 60 * 1_000;

/** Known faults of other queues that one node can show. */
export function checkQueueLessons(check: Check): void {
  check("one blocked lane starves no other", async (bench) => {
    const blocked = await bench.accept(anInboundAppend({ visitorKey: "blocked" }));
    for (let n = 0; n < 40; n += 1) {
      await bench.store(anInboundAppend({ visitorKey: "blocked" }), noLeases);
    }
    await bench.settle(blocked, retryAt(bench.now + 5), noLeases);
    const others = Array.from({ length: 10 }, (_, n) => `shop-key-other-${n}`);
    for (let n = 0; n < 10; n += 1) {
      await bench.store(anInboundAppend({ visitorKey: `other-${n}` }), noLeases);
    }
    bench.now += 10;
    const claimed: string[] = [];
    for (let call = 0; call < 10; call += 1) {
      const lease = onlyLease({ leases: await bench.claim({ inbound: 1 }) });
      claimed.push(lease.lane.conversationId);
      await bench.settle(lease, delivered, noLeases);
    }
    want("with room for one lease per claim the others come first", claimed, others);
    const [last] = await bench.claim({ inbound: 1 });
    want("and then the blocked one", last?.lane.conversationId, "shop-key-blocked");
  });

  check("what waits for its retry is not buried, and does not bury what is new", async (bench) => {
    for (let n = 0; n < 100; n += 1) {
      const lease = await bench.accept(anInboundAppend({ visitorKey: `waiting-${n}` }));
      await bench.settle(lease, retryAt(bench.now + twoHours), noLeases);
    }
    await bench.store(anInboundAppend({ visitorKey: "new" }), noLeases);
    const fresh = onlyLease({ leases: await bench.claim({ inbound: 1 }) });
    want("new work is found", fresh.lane.conversationId, "shop-key-new");
    bench.now += twoHours;
    const due = await bench.claim({ inbound: 200 });
    const old = due.filter(({ lane }) => lane.conversationId.includes("waiting"));
    want("and nothing was forgotten", old.length, 100);
  });

  check("a serial lane is never carried twice side by side", async (bench) => {
    const mine = await bench.accept(anInboundAppend({ messages: [aText("one"), aText("two")] }));
    const theirs = await bench.commit({ appends: [anInboundAppend()] }, { owner: "node-b" });
    want("not to who appends behind it", theirs.leases, []);
    want("not to who claims", await bench.claim({ owner: "node-b" }), []);
    const next = onlyLease(await bench.settle(mine, delivered));
    want("the next head goes to who settled", next.head.sequence, 2);
    want("and to nobody beside", await bench.claim({ owner: "node-b" }), []);
    await bench.settle(next, retryAt(bench.now + 1_000));
    want("not while it waits for its retry", await bench.claim({ owner: "node-b" }), []);
    bench.now += 1_000;
    const again = onlyLease({ leases: await bench.claim({ owner: "node-b" }) });
    want("then the same head, not the one behind it", again.head.sequence, 2);
  });

  check("a stale worker does not finish another's work", async (bench) => {
    const id = await bench.converse();
    const stale = await bench.reply(id);
    bench.now = stale.until;
    const taken = onlyLease({ leases: await bench.claim({ owner: "node-b" }) });
    const verdicts: Verdict[] = [delivered, failed('{"reason":"timeout"}'), retryAt(bench.now)];
    for (const verdict of verdicts) {
      const { settlements, leases } = await bench.trySettle(stale, verdict);
      want("refused, whatever it says", settlements, ["stale"]);
      want("and gets nothing for it", leases, []);
    }
    want("the message waits", await stateOf(bench, id), "waiting");
    want("no report was made", await bench.claim({ owner: "node-c" }), []);
    want("who took it over settles it", (await bench.settle(taken, delivered)).settlements, [
      "settled",
    ]);
    want("once", await stateOf(bench, id), "delivered");
  });

  check("a lane taken over from an owner that was merely slow is settled once", async (bench) => {
    const slow = await bench.accept();
    bench.now = slow.until + 1;
    const taken = onlyLease({ leases: await bench.claim({ owner: "node-b" }) });
    const both = [slow, taken].map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    const { settlements } = await bench.commit({ settlements: both });
    want("by the newer lease, whoever comes first", settlements, ["stale", "settled"]);
    const late = await bench.accept(anInboundAppend({ visitorKey: "2" }));
    bench.now = late.until + 1;
    want("slow, and still in time", (await bench.settle(late, delivered)).settlements, ["settled"]);
    want("then nobody takes it over", await bench.claim({ owner: "node-b" }), []);
  });

  check("a duplicate key is not committed before the work", async (bench) => {
    const newcomer = anInboundAppend({ visitorKey: "2", identity: anIdentity("m1", "hello") });
    const refused = await bench.append({ ...newcomer, mayCreate: false });
    want("refused: there is no room", refused.status, "refused");
    want("the key says nothing yet", (await bench.append(newcomer)).status, "stored");

    const id = await bench.converse();
    const lease = await bench.reply(id);
    await bench.storeAll(Array.from({ length: 19 }, () => anOutboundAppend(id)));
    const keyed = anOutboundAppend(id, { idempotencyKey: "k" });
    want("refused: the lane is full", (await bench.append(keyed)).status, "refused");
    await bench.settle(lease, delivered);
    want("the key says nothing yet", (await bench.append(keyed)).status, "stored");
  });

  check("a duplicate key answers for work that is there, after a crash too", async (bench) => {
    const id = await bench.converse();
    const keyed = anOutboundAppend(id, { idempotencyKey: "k" });
    const first = await bench.append(keyed, noLeases);
    await bench.restart();
    const again = await bench.append(keyed, noLeases);
    want("a repeat", again.status, "repeated");
    want("of the same message", sequencesOf(again), sequencesOf(first));
    const lease = onlyLease({ leases: await bench.claim() });
    want("which is still to be carried", lease.head.sequence, sequencesOf(first)[0]);
  });

  check("a worker that died holds up its lane, and loses nothing behind it", async (bench) => {
    const dead = await bench.accept(anInboundAppend({ messages: ["1", "2", "3"].map(aText) }));
    bench.now = dead.until;
    const heads: string[] = [];
    let [lease] = await bench.claim({ owner: "node-b" });
    for (let n = 0; n < 3; n += 1) {
      const held = wantSome("every message has its turn", lease);
      heads.push(held.head.message);
      [lease] = (await bench.settle(held, delivered)).leases;
    }
    want("in order", heads, ["1", "2", "3"].map(aText));
  });
}

async function stateOf(bench: StoreBench, conversationId: string): Promise<string | undefined> {
  return (await bench.messages(conversationId)).at(-1)?.state;
}
