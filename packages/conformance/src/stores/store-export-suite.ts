import { entryKinds, type InboundAppend, isMessageKind, type StoreExport } from "@parley/core";
import { allEntries } from "./all-entries.ts";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import {
  aChannel,
  aResendAppend,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  deliveredWith,
  failed,
  noLeases,
  pausedAt,
  retryAt,
} from "../samples/samples.ts";
import { openBackends } from "../message-store/owners/owner-bench.ts";
import {
  checkExportedOwners,
  type ExportCheck,
  fillOwned,
} from "../owner-store/exported-owners.ts";
import { sources } from "../sources.ts";
import { type OpenedStores, onlyLease, StoreBench } from "./store-bench.ts";
import { wantDone } from "../want-done.ts";
import { want, wantSome } from "../want.ts";

/** Stores over one data set, and their export. */
export interface ExportedStores {
  readonly stores: OpenedStores;
  readonly exported: StoreExport;
}

/** Tests a `StoreExport`. */
export function storeExportSuite(
  runner: Runner,
  name: string,
  open: () => Promise<ExportedStores>,
): void {
  const { describe, it } = citeRules(runner, sources.storeExport);
  const check: ExportCheck = (title, body) =>
    it(title, async () => {
      const { stores, exported } = await open();
      const bench = new StoreBench(stores);
      try {
        await fill(bench);
        await body(bench, exported);
      } finally {
        await bench.stores.close();
      }
    });
  describe(`${name} as a StoreExport`, () => {
    check(
      "every kind is counted, and pages of one give what one page gives",
      async (_, exported) => {
        const counts = await exported.counts();
        for (const kind of entryKinds) {
          const whole = await allEntries(exported, kind, 100);
          want(`how many ${kind} there are`, counts[kind], whole.length);
          want(`${kind} one by one`, await allEntries(exported, kind, 1), whole);
        }
      },
    );

    check(
      "channels and conversations are as their stores tell, oldest first",
      async (bench, exported) => {
        want("channels", await allEntries(exported, "channels", 100), [aChannel()]);
        const conversations = await allEntries(exported, "conversations", 100);
        const { items } = await bench.stores.conversations.list({ before: null, limit: 200 });
        want(
          "conversations",
          conversations.map(({ conversation }) => conversation),
          items.toSorted((a, b) => a.createdAt - b.createdAt),
        );
        want(
          "their last sequences",
          conversations.map(({ lastSequence }) => lastSequence),
          [6, 3, 4],
        );
        want("keys of their channels", await allEntries(exported, "channelKeys", 100), [
          { key: "shop-key", id: "shop" },
        ]);
      },
    );

    check("deliveries have their states, records, failures and identities", async (_, exported) => {
      const deliveries = await allEntries(exported, "deliveries", 100);
      const told = deliveries
        .filter(({ conversationId }) => conversationId === "shop-key-1")
        .toSorted((a, b) => a.sequence - b.sequence)
        .map((entry) => [
          entry.sequence,
          entry.kind,
          entry.state,
          entry.messageSequence,
          entry.newest,
          entry.record,
          entry.failure?.reason ?? null,
          entry.identity?.count ?? null,
          entry.backend,
        ]);
      want("of the first conversation", told, [
        [1, "inbound", "delivered", 1, null, "taken", null, 2, null],
        [2, "inbound", "waiting", 2, null, null, null, null, null],
        [3, "outbound", "superseded", 3, 5, "tried", "timeout", null, "default"],
        [4, "reports", "waiting", 4, null, null, null, null, "default"],
        [5, "outbound", "waiting", 3, null, null, null, null, "default"],
        [6, "outbound", "waiting", 6, null, null, null, null, "default"],
      ]);
    });

    check("reports and notices are gone once they are settled", async (bench, exported) => {
      const told = async () =>
        (await allEntries(exported, "deliveries", 100))
          .filter(({ kind, backend }) => !isMessageKind(kind) && backend === "default")
          .map(({ conversationId, kind }) => `${conversationId} ${kind}`);
      const reports = "shop-key-1 reports";
      want("one of each", (await told()).toSorted(), [reports, "shop-key-2 notices"]);
      bench.now += 1;
      const leases = await bench.claim({ inbound: 0, outbound: 0 });
      const [report, notice] = leases.toSorted((a, b) => (a.lane.kind < b.lane.kind ? 1 : -1));
      await bench.settle(wantSome("the notice", notice), delivered);
      want("the notice is gone", await told(), [reports]);
      await bench.settle(wantSome("the report", report), failed(null));
      want("and the report", await told(), []);
    });

    check(
      "lanes have their heads' attempts and clocks, and their leases",
      async (bench, exported) => {
        const lanes = await allEntries(exported, "lanes", 100);
        const lane = (kind: string) =>
          lanes.find((one) => one.conversationId === "shop-key-1" && one.kind === kind);
        const { lease: _lease, ...outbound } = lane("outbound") ?? { lease: null };
        want("the outbound lane", outbound, {
          conversationId: "shop-key-1",
          kind: "outbound",
          backend: null,
          ownerChange: null,
          head: 5,
          waiting: 2,
          attempt: 1,
          startedAt: bench.now,
          due: bench.now + 3_000,
          parked: null,
          memo: "one attempt",
          pausedSince: null,
        });
        want("who holds the inbound one", lane("inbound")?.lease?.owner, "node-a");
        const others = lanes.filter(({ conversationId }) => conversationId === "shop-key-2");
        want(
          "a paused lane, and one of notices",
          others.map(({ kind, head, pausedSince }) => [kind, head, pausedSince]),
          [
            ["inbound", 2, bench.now + 1],
            ["notices", 3, null],
          ],
        );
      },
    );

    checkExportedOwners(check);

    check("tainted ids and idempotency keys are told", async (bench, exported) => {
      const { messageId } = anIdentity("m2", "");
      want("ids", await allEntries(exported, "taintedIds", 100), [
        { channelKey: "shop-key", messageId: messageId.slice(0, 32) },
      ]);
      want("keys", await allEntries(exported, "idempotencyKeys", 100), [
        {
          conversationId: "shop-key-1",
          key: "k\u0000\ud800",
          acceptedAt: bench.now,
          first: 6,
          count: 1,
        },
      ]);
    });
  });
}

/** Stores something of every kind. */
async function fill(bench: StoreBench): Promise<void> {
  await openBackends(bench);
  wantDone("a channel", await bench.stores.channels.save(aChannel()));
  const identity = anIdentity("m1", "hello");
  const first = await bench.accept(
    anInboundAppend({ identity, messages: [aText("a"), aText("b")] }),
  );
  await bench.settle(first, { kind: "delivered", record: "taken" });
  const reply = await bench.reply("shop-key-1");
  await bench.settle(reply, failed('{"about":3}', "tried"), noLeases);
  await bench.store(aResendAppend("shop-key-1", 3), noLeases);
  const key = anOutboundAppend("shop-key-1", { idempotencyKey: "k\u0000\ud800" });
  await bench.store(key, noLeases);
  const again = onlyLease({ leases: await bench.claim({ inbound: 0, reports: 0 }) });
  await bench.settle(again, retryAt(bench.now + 3_000, "one attempt"), noLeases);
  bench.now += 1;
  const [one, other] = ["one", "other"].map((content) =>
    anInboundAppend({ visitorKey: "2", identity: anIdentity("m2", content) }),
  );
  const taken = await bench.accept(one);
  await bench.store(other as InboundAppend);
  const budget = { notices: 0 };
  const next = onlyLease(await bench.settle(taken, deliveredWith('{"about":1}'), budget));
  await bench.settle(next, pausedAt(bench.now, 60_000), budget);
  bench.now += 1;
  await fillOwned(bench);
  bench.now -= 2;
}
