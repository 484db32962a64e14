import type { Lease } from "@parley/core";
import {
  aText,
  anInboundAppend,
  delivered,
  noLeases,
  retryAt,
  unusedAt,
} from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkSettlements(check: Check): void {
  check("a settled head makes way for the next one, which is leased at once", async (bench) => {
    const texts = ["one", "two", "three"].map(aText);
    const sent: string[] = [];
    let lease: Lease | undefined = await bench.accept(anInboundAppend({ messages: texts }));
    const id = lease.lane.conversationId;
    while (lease !== undefined) {
      sent.push(lease.head.message);
      bench.now += 10;
      const result = await bench.settle(lease, delivered);
      want("the settlement is taken", result.settlements, ["settled"]);
      const next: Lease | undefined = result.leases[0];
      if (next !== undefined)
        want("a new head starts afresh", [next.attempt, next.startedAt], [1, bench.now]);
      lease = next;
    }
    want("strictly in order", sent, texts);
    want(
      "all are delivered",
      (await bench.messages(id)).map((message) => message.state),
      ["delivered", "delivered", "delivered"],
    );
    want("the idle lane asks for nothing", await bench.stores.messages.nextDueAt(), {
      inbound: null,
      outbound: null,
      reports: null,
      notices: null,
    });
  });

  check(
    "a retry and a message of one conversation may come in two commits at once",
    async (bench) => {
      const first = await bench.accept();
      const { lane, token } = first;
      const verdict = retryAt(bench.now + 5, "tried once");
      const [settled, appended] = await Promise.all([
        bench.commit({ settlements: [{ lane, token, verdict }] }, noLeases),
        bench.commit({ appends: [anInboundAppend()] }),
      ]);
      want(
        "both are done",
        [settled.settlements, appended.appends[0]?.status],
        [["settled"], "stored"],
      );
      bench.now += 5;
      const again = onlyLease({ leases: await bench.claim() });
      want("the same head, as it was left", [again.head, again.memo], [first.head, "tried once"]);
      want("the other one behind it", (await bench.settle(again, delivered)).leases.length, 1);
    },
  );

  check("past the budget the next head is due now", async (bench) => {
    const lease = await bench.accept(anInboundAppend({ messages: [aText("one"), aText("two")] }));
    bench.now += 10;
    want("no lease", (await bench.settle(lease, delivered, noLeases)).leases, []);
    want("but due", (await bench.stores.messages.nextDueAt()).inbound, bench.now);
    want(
      "and claimable",
      (await bench.claim()).map((next) => next.head.message),
      [aText("two")],
    );
  });

  check("a lease under which nothing was done costs no attempt", async (bench) => {
    const first = await bench.reply(await bench.converse());
    const kind = "outbound";
    const tried = async (): Promise<Lease> => {
      const lease = onlyLease({ leases: await bench.claim() });
      want("the same head", [lease.lane.kind, lease.head], [kind, first.head]);
      return lease;
    };
    bench.now += 1_500;
    await bench.settle(first, unusedAt(first.startedAt + 3_000));
    want("due now", (await bench.stores.messages.nextDueAt()).outbound, bench.now);
    const second = await tried();
    want("its series begins anew", [second.attempt, second.startedAt], [1, bench.now]);
    await bench.settle(second, retryAt(second.startedAt + 3_000, "tried once"));
    bench.now = second.startedAt + 3_000;
    const third = await tried();
    bench.now += 1_200;
    await bench.settle(third, unusedAt(second.startedAt + 6_000, third.memo));
    const { attempt, startedAt, memo } = await tried();
    want("goes on", [attempt, startedAt, memo], [2, second.startedAt, "tried once"]);
    want(
      "and what was given back is stale",
      (await bench.trySettle(third, delivered)).settlements,
      ["stale"],
    );
  });

  check("nor one that a visitor's message had", async (bench) => {
    const first = await bench.accept();
    await bench.settle(first, unusedAt(bench.now + 1_000));
    bench.now += 10;
    const second = onlyLease({ leases: await bench.claim() });
    want("as if for the first time", [second.attempt, second.startedAt], [1, bench.now]);
  });

  check("a failed message says why", async (bench) => {
    const id = await bench.converse();
    const failure = { reason: "rejected", description: "closed \u0000 \ud83d\ude00" } as const;
    await bench.settle(await bench.reply(id), {
      kind: "failed",
      failure,
      report: null,
      record: null,
    });
    const [, message] = await bench.messages(id);
    want("state and failure are stored", [message?.state, message?.failure], ["failed", failure]);
    want(
      "without a report nothing more is due",
      (await bench.stores.messages.nextDueAt()).reports,
      null,
    );
  });

  check("retry keeps the head, its start and its memo until it is due", async (bench) => {
    const id = await bench.converse();
    const first = await bench.reply(id);
    bench.now += 500;
    const due = first.startedAt + 3_000;
    const { settlements, leases } = await bench.settle(first, retryAt(due, '{"last":"timeout"}'));
    want("it is settled and grants nothing", [settlements, leases], [["settled"], []]);
    want("it is due when it said", (await bench.stores.messages.nextDueAt()).outbound, due);
    bench.now = due - 1;
    want("not earlier", await bench.claim(), []);
    bench.now = due;
    const second = onlyLease({ leases: await bench.claim() });
    want("the same head, one attempt further", second, {
      ...first,
      token: second.token,
      attempt: 2,
      until: first.startedAt + 7_000,
      memo: '{"last":"timeout"}',
    });
  });

  check("a memo is the head's own: the next head has none", async (bench) => {
    const first = await bench.accept(anInboundAppend({ messages: [aText("one"), aText("two")] }));
    await bench.settle(first, retryAt(bench.now, "memo"));
    const second = onlyLease({ leases: await bench.claim() });
    want("the memo comes back", [second.memo, second.attempt], ["memo", 2]);
    const next = onlyLease(await bench.settle(second, delivered));
    want("once", [next.memo, next.attempt], [null, 1]);
  });

  check("a memo outlives leases that end without a settlement", async (bench) => {
    const first = await bench.reply(await bench.converse());
    await bench.settle(first, retryAt(bench.now, "memo"));
    const lost = onlyLease({ leases: await bench.claim() });
    bench.now = lost.until;
    const taken = onlyLease({ leases: await bench.claim({ owner: "node-b" }) });
    want("of one that was taken over", taken.memo, "memo");
    await bench.stores.messages.release({ owner: "node-b", scope: "own" }, bench.now);
    bench.now = taken.until;
    const last = onlyLease({ leases: await bench.claim() });
    want("and of one that was given back", last.memo, "memo");
  });

  check("a retry that leaves no memo clears the one before", async (bench) => {
    const first = await bench.accept();
    await bench.settle(first, retryAt(bench.now, "memo"));
    await bench.settle(onlyLease({ leases: await bench.claim() }), retryAt(bench.now, null));
    want("it is gone", onlyLease({ leases: await bench.claim() }).memo, null);
  });

  check("a settlement with a stale token is refused, that one alone", async (bench) => {
    const [stale, good] = [
      await bench.accept(),
      await bench.accept(anInboundAppend({ visitorKey: "2" })),
    ];
    const { settlements } = await bench.commit({
      settlements: [
        { lane: stale.lane, token: stale.token - 1_000, verdict: delivered },
        { lane: good.lane, token: good.token, verdict: delivered },
        {
          lane: { kind: "outbound", conversationId: "nobody" },
          token: good.token,
          verdict: delivered,
        },
      ],
    });
    want("in order", settlements, ["stale", "settled", "stale"]);
    want(
      "the refused one changed nothing",
      (await bench.messages("shop-key-1"))[0]?.state,
      "waiting",
    );
  });

  check("a settlement repeated is stale, also when the lane has moved on", async (bench) => {
    const lease = await bench.accept(anInboundAppend({ messages: [aText("one"), aText("two")] }));
    const settlement = { lane: lease.lane, token: lease.token, verdict: delivered };
    const { settlements } = await bench.commit({ settlements: [settlement, settlement] });
    want("once", settlements, ["settled", "stale"]);
    want(
      "the next head is untouched",
      (await bench.messages("shop-key-1")).map((message) => message.state),
      ["delivered", "waiting"],
    );
  });

  check("a lease that was given up cannot be settled", async (bench) => {
    const lease = await bench.accept();
    await bench.settle(lease, retryAt(bench.now + 1_000));
    want("its token is stale", (await bench.trySettle(lease, delivered)).settlements, ["stale"]);
    want("the message still waits", (await bench.messages("shop-key-1"))[0]?.state, "waiting");
  });

  check(
    "a lease past its end may be settled while nobody has taken the lane over",
    async (bench) => {
      const lease = await bench.accept();
      bench.now = lease.until + 60_000;
      want("its token is still the lane's", (await bench.settle(lease, delivered)).settlements, [
        "settled",
      ]);
    },
  );
}
