import {
  anInboundAppend,
  anOutboundAppend,
  delivered,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";

export function checkClaims(check: Check): void {
  check("claims take what is due, oldest first", async (bench) => {
    for (const visitorKey of ["1", "2", "3"]) await bench.converse(visitorKey);
    for (const visitorKey of ["3", "1", "2"]) {
      await bench.store(anInboundAppend({ visitorKey }), noLeases);
      bench.now += 10;
    }
    const first = await bench.claim({ inbound: 2 });
    want(
      "the two that have waited longest",
      first.map((lease) => lease.conversation.visitorKey),
      ["3", "1"],
    );
    const rest = await bench.claim({ inbound: 2 });
    want(
      "then the rest",
      rest.map((lease) => lease.conversation.visitorKey),
      ["2"],
    );
    want("then nothing", await bench.claim(), []);
  });

  check(
    "lanes that are due at the same instant are taken in the order of their conversations' making",
    async (bench) => {
      const appends = ["3", "1", "2"].map((visitorKey) => anInboundAppend({ visitorKey }));
      await bench.storeAll(appends, noLeases);
      const keys: unknown[] = [];
      for (let turn = 0; turn < 3; turn += 1)
        keys.push((await bench.claim({ inbound: 1 }))[0]?.conversation.visitorKey);
      want("older conversations first", keys, ["3", "1", "2"]);
    },
  );

  check("each kind has its own budget", async (bench) => {
    const id = await bench.converse();
    const appends = [anInboundAppend(), anInboundAppend({ visitorKey: "2" }), anOutboundAppend(id)];
    await bench.storeAll(appends, noLeases);
    const leases = await bench.claim({ inbound: 0, outbound: 5 });
    want(
      "only outbound was asked for",
      leases.map((lease) => lease.lane.kind),
      ["outbound"],
    );
    want(
      "nothing else was touched",
      (await bench.claim()).map((lease) => lease.lane.kind),
      ["inbound", "inbound"],
    );
  });

  check("a lane is leased to one node at a time", async (bench) => {
    const lease = await bench.accept();
    bench.now = lease.until - 1;
    want("not before its end", await bench.claim({ owner: "node-b" }), []);
    want(
      "when it ends is when to wake",
      (await bench.stores.messages.nextDueAt()).inbound,
      lease.until,
    );
  });

  check("a lease that ended is taken over, and the old one is stale", async (bench) => {
    const id = await bench.converse();
    const lost = await bench.reply(id);
    bench.now = lost.until;
    const taken = onlyLease({ leases: await bench.claim({ owner: "node-b" }) });
    want("the same head, a new token", [taken.head, taken.token > lost.token], [lost.head, true]);
    want("the crash has cost an attempt", [taken.attempt, taken.startedAt], [2, lost.startedAt]);
    want("the late answer is refused", (await bench.trySettle(lost, delivered)).settlements, [
      "stale",
    ]);
    want("the new one is taken", (await bench.settle(taken, delivered)).settlements, ["settled"]);
  });

  check("ticks missed while nobody ran are skipped", async (bench) => {
    const lost = await bench.reply(await bench.converse());
    bench.now = lost.startedAt + 7_000;
    const taken = onlyLease({ leases: await bench.claim() });
    want("the attempt is that of the present tick", taken.attempt, 3);
    await bench.settle(taken, retryAt(bench.now + 60_000));
    bench.now += 60_000;
    const last = onlyLease({ leases: await bench.claim() });
    want(
      "past the last one no attempt is left",
      [last.attempt, last.startedAt],
      [4, lost.startedAt],
    );
  });

  check("the earliest instant of each kind is known, leased lanes included", async (bench) => {
    want("nothing waits at first", await bench.stores.messages.nextDueAt(), {
      inbound: null,
      outbound: null,
      reports: null,
      notices: null,
    });
    const first = await bench.accept();
    const id = first.lane.conversationId;
    const out = await bench.reply(id);
    await bench.settle(out, retryAt(bench.now + 2_000));
    want("a takeover and a retry", await bench.stores.messages.nextDueAt(), {
      inbound: first.until,
      outbound: bench.now + 2_000,
      reports: null,
      notices: null,
    });
    bench.now += 5;
    await bench.store(anInboundAppend({ visitorKey: "2" }), noLeases);
    want("the earlier of two", (await bench.stores.messages.nextDueAt()).inbound, bench.now);
  });

  check("a claimed lane carries what was appended meanwhile", async (bench) => {
    await bench.store(anInboundAppend(), noLeases);
    await bench.store(anInboundAppend({ profile: { name: "Bo" } }), noLeases);
    const [lease] = await bench.claim();
    const taken = wantSome("the lane is due", lease);
    want("the oldest message", taken.head.sequence, 1);
    want("the newest profile", { ...taken.conversation.profile }, { name: "Bo" });
    want("the other one is next", onlyLease(await bench.settle(taken, delivered)).head.sequence, 2);
  });
}
