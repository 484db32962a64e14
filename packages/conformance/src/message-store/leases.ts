import {
  aText,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  noLeases,
} from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkLeases(check: Check): void {
  check(
    "a message on an idle lane is leased to who stored it, with all it needs",
    async (bench) => {
      const lease = await bench.accept(anInboundAppend({ profile: { name: "Bo" } }));
      const conversation = await bench.stores.conversations.find({ id: "shop-key-1" });
      want("the lease reads like this", lease, {
        lane: { kind: "inbound", conversationId: "shop-key-1" },
        backend: "default",
        isOwnerChange: false,
        token: lease.token,
        attempt: 1,
        startedAt: bench.now,
        until: bench.now + 11_000,
        head: {
          sequence: 1,
          messageSequence: 1,
          message: aText("hello"),
          sender: null,
          recipientId: null,
          acceptedAt: bench.now,
        },
        conversation,
        memo: null,
        pausedSince: null,
      });
    },
  );

  check("an outbound lease lasts for its attempt's window", async (bench) => {
    const lease = await bench.reply(await bench.converse());
    const { attempt, startedAt, until } = lease;
    want(
      "first tick, takeover 1 s after it",
      { attempt, startedAt, until },
      {
        attempt: 1,
        startedAt: bench.now,
        until: bench.now + 4_000,
      },
    );
  });

  check("a lane that is not idle grants nothing more", async (bench) => {
    await bench.accept();
    const { leases } = await bench.commit({ appends: [anInboundAppend()] });
    want("the second message waits behind the first", leases, []);
    want("and is not claimable", await bench.claim(), []);
  });

  check("one batch grants one lease per lane", async (bench) => {
    const appends = [anInboundAppend(), anInboundAppend(), anInboundAppend({ visitorKey: "2" })];
    const { leases } = await bench.commit({ appends });
    want(
      "the heads of both lanes",
      leases.map((lease) => [lease.lane.conversationId, lease.head.sequence]).sort(),
      [
        ["shop-key-1", 1],
        ["shop-key-2", 1],
      ],
    );
  });

  check("the lanes of one conversation do not wait for each other", async (bench) => {
    const inbound = await bench.accept();
    const outbound = await bench.reply(inbound.lane.conversationId);
    want("both are leased", [inbound.lane.kind, outbound.lane.kind], ["inbound", "outbound"]);
  });

  check("budgets are per kind, and what gets no lease is due now", async (bench) => {
    const id = await bench.converse();
    const appends = [anInboundAppend(), anInboundAppend({ visitorKey: "2" }), anOutboundAppend(id)];
    const { leases } = await bench.commit({ appends }, { inbound: 1, outbound: 0 });
    want(
      "one inbound lease",
      leases.map((lease) => [lease.lane.kind, lease.lane.conversationId]),
      [["inbound", id]],
    );
    const due = await bench.stores.messages.nextDueAt();
    want("the rest is due", [due.inbound, due.outbound, due.reports], [bench.now, bench.now, null]);
    want("for any node", (await bench.claim({ owner: "node-b" })).length, 2);
  });

  check("a commit may use its budget once, settlements first", async (bench) => {
    const lease = await bench.accept();
    await bench.store(anInboundAppend());
    const settlements = [{ lane: lease.lane, token: lease.token, verdict: delivered }];
    const appends = [anInboundAppend({ visitorKey: "2" })];
    const { leases } = await bench.commit({ settlements, appends }, { inbound: 1 });
    want(
      "the settled lane's next head has it",
      leases.map((next) => next.lane),
      [lease.lane],
    );
  });

  check("tokens rise and are never used twice, over restarts too", async (bench) => {
    const tokens: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const lease = await bench.accept(anInboundAppend({ visitorKey: `${turn % 2}` }));
      tokens.push(lease.token);
      await bench.settle(lease, delivered);
      if (turn % 2 === 1) await bench.restart();
    }
    const rising = [...new Set(tokens)].sort((a, b) => a - b);
    want("each is above the one before", tokens, rising);
  });

  check("a lease shows the conversation as it is after the whole batch", async (bench) => {
    const appends = [
      anInboundAppend(),
      anInboundAppend({ profile: { name: "Bo" }, visitorId: "1" }),
    ];
    const lease = onlyLease(await bench.commit({ appends }));
    want("the later profile", { ...lease.conversation.profile }, { name: "Bo" });
    want("and the later form of the id", lease.conversation.visitorId, "1");
  });

  check("an empty batch commits and grants nothing", async (bench) => {
    await bench.store(anInboundAppend(), noLeases);
    want("it proves that the store can write, no more", await bench.commit({}), {
      appends: [],
      settlements: [],
      states: [],
      leases: [],
    });
  });
}
