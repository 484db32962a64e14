import type { LaneKind } from "@parley/core";
import { anInboundAppend, delivered, noLeases } from "../../samples/samples.ts";
import { type Check, onlyLease } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import { assign, begin, beginIdle, dueOf, forAll, heads, failedFor } from "./owner-bench.ts";

const none = { inbound: 0, reports: 0, notices: 0 } as const;
const dayMs = 86_400_000;

export function checkOwnerBudgets(check: Check): void {
  check("a lane is leased within the budget of its backend, else it is due now", async (bench) => {
    const { conversationId: id } = (await begin(bench)).lane;
    bench.now += 10;
    const spent = { others: { sales: none } };
    want("nothing is left", (await assign(bench, id, "sales", {}, spent)).leases, []);
    want("due now", (await dueOf(bench, "sales")).inbound, bench.now);
    want("not the old one's", (await dueOf(bench, "default")).inbound, null);
    want("nor is it leased", await bench.claim(spent), []);
    const one = { ...noLeases, others: { sales: { ...none, inbound: 1 } } };
    want("with its budget it is", heads(await bench.claim(one)), [["sales", "hello"]]);
  });

  check("a budget that does not name a backend leases none of its lanes", async (bench) => {
    const old = await begin(bench, { texts: ["a", "b"] });
    const { conversationId: id } = old.lane;
    want("a change", (await assign(bench, id, "sales", {}, {})).leases, []);
    const append = anInboundAppend({ visitorKey: "2", backend: "support" });
    want("an append", (await bench.commit({ appends: [append] })).leases, []);
    bench.now += dayMs;
    want("a claim", await bench.claim(), []);
    want(
      "not by another's name",
      heads(await bench.claim({ others: { support: { ...none, inbound: 9 } } })),
      [["support", "hello"]],
    );
    const lease = onlyLease({ leases: await bench.claim(forAll) });
    want("a settlement", (await bench.settle(lease, delivered)).leases, []);
    want("its next head is due now", (await dueOf(bench, "sales")).inbound, bench.now);
  });

  check("each backend has a budget of its own, in commits and in claims", async (bench) => {
    const backends = ["default", "default", "sales", "sales", "support", "support"];
    const appends = backends.map((backend, visitor) =>
      anInboundAppend({ backend, visitorKey: `${visitor}` }),
    );
    const budget = {
      inbound: 1,
      others: { sales: none, support: { ...none, inbound: 2 } },
    };
    const granted = async (leases: Promise<readonly { readonly backend: string }[]>) =>
      (await leases).map(({ backend }) => backend).toSorted();
    const committed = bench.commit({ appends }, budget).then(({ leases }) => leases);
    want("a commit", await granted(committed), ["default", "support", "support"]);
    want("a claim", await granted(bench.claim(budget)), ["default"]);
    const rest = bench.claim({ ...noLeases, others: { sales: { ...none, inbound: 9 } } });
    want("the rest", await granted(rest), ["sales", "sales"]);
  });

  check("within a backend the earliest due is first", async (bench) => {
    for (const [visitorKey, backend] of Object.entries({ 3: "sales", 1: "default", 2: "sales" })) {
      await bench.store(anInboundAppend({ visitorKey, backend }), noLeases);
      bench.now += 10;
    }
    const one = { ...noLeases, others: { sales: { ...none, inbound: 1 } } };
    const visitors: unknown[] = [];
    for (let turn = 0; turn < 3; turn += 1)
      visitors.push((await bench.claim(one))[0]?.conversation.visitorKey);
    want("then the next", visitors, ["2", "3", undefined]);
  });

  check("a claim gives the earliest due first, whatever the backend", async (bench) => {
    const backends = ["support", "sales", "default", "support"];
    for (const [visitor, backend] of backends.entries()) {
      await bench.store(anInboundAppend({ visitorKey: `${visitor}`, backend }), noLeases);
      // The last two are due at the same instant: then the older conversation is first.
      if (visitor < 2) bench.now += 10;
    }
    const leases = await bench.claim({ ...forAll, inbound: 100 });
    const visitors = leases.map(({ conversation }) => conversation.visitorKey);
    want("in the order of their coming", visitors, ["0", "1", "2", "3"]);
  });

  check("the kinds of one backend do not share a budget", async (bench) => {
    const id = await beginIdle(bench, { backend: "sales" });
    await bench.settle(await bench.reply(id), failedFor("sales"), noLeases);
    await bench.store(anInboundAppend(), noLeases);
    const kinds = async (budget: Partial<Record<LaneKind, number>>) =>
      (await bench.claim({ ...noLeases, others: { sales: { ...none, ...budget } } })).map(
        ({ lane }) => lane.kind,
      );
    want("of reports", await kinds({ reports: 5 }), ["reports"]);
    want("of notices", await kinds({ notices: 5 }), []);
    want("of events", await kinds({ inbound: 5 }), ["inbound"]);
  });

  check("when to wake is told for one backend, for messages sent out for all", async (bench) => {
    const times = bench.now;
    const lease = await begin(bench, { backend: "sales" });
    bench.now += 10;
    await bench.store(anInboundAppend({ visitorKey: "2" }), noLeases);
    bench.now += 10;
    await bench.reply(lease.lane.conversationId);
    const outbound = bench.now + 4_000;
    const nothing = { inbound: null, outbound, reports: null, notices: null };
    const { messages } = bench.stores;
    want("by default, of `default`", await messages.nextDueAt(), {
      ...nothing,
      inbound: times + 10,
    });
    want("a leased lane counts", await dueOf(bench, "sales"), { ...nothing, inbound: lease.until });
    want("of a third", await dueOf(bench, "support"), nothing);
  });
}
