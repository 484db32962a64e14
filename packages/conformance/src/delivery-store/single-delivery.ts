import {
  anOutboundAppend,
  aResendAppend,
  aText,
  delivered,
  failed,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { type Check, onlyLease, sequencesOf } from "../stores/store-bench.ts";
import { want, wantSome } from "../want.ts";
import { listDeliveries, deliveryIdsOf } from "./list-deliveries.ts";

export function checkSingleDelivery(check: Check): void {
  check(
    "a delivery under way reads like its lane, and says when it is due once its lease is over",
    async (bench) => {
      const id = await bench.converse();
      const lease = await bench.reply(id);
      const { sequence } = lease.head;
      const waiting = {
        conversationId: id,
        channelId: "shop",
        sequence,
        messageSequence: sequence,
        kind: "outbound",
        state: "waiting",
        failure: null,
        acceptedAt: bench.now,
        attempt: 1,
        due: null,
        record: null,
      };
      want("under its lease", await bench.stores.deliveries.delivery(id, sequence), waiting);
      await bench.settle(lease, retryAt(bench.now + 3_000, "one attempt"), noLeases);
      await bench.restart();
      want("between two attempts", await bench.stores.deliveries.delivery(id, sequence), {
        ...waiting,
        due: bench.now + 3_000,
        record: "one attempt",
      });
    },
  );

  check("what waits behind a head has no attempt, no instant and no record yet", async (bench) => {
    const id = await bench.converse();
    const lease = await bench.reply(id);
    await bench.store(anOutboundAppend(id), noLeases);
    await bench.settle(lease, retryAt(bench.now + 3_000, "memo"), noLeases);
    const second = wantSome(
      "the second is there",
      await bench.stores.deliveries.delivery(id, lease.head.sequence + 1),
    );
    want(
      "behind",
      [second.state, second.attempt, second.due, second.record],
      ["waiting", 0, null, null],
    );
  });

  check("a parked head has no instant", async (bench) => {
    const [first, second] = [await bench.converse("1"), await bench.converse("2")];
    await bench.reply(first, "a", { seriesPerChannel: 1 });
    const append = anOutboundAppend(second);
    const { leases } = await bench.commit({ appends: [append] }, { seriesPerChannel: 1 });
    want("it is parked", leases, []);
    want("no instant", (await bench.stores.deliveries.delivery(second, 2))?.due, null);
  });

  check("reports, and what is not there, are no deliveries", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), failed("{}"), noLeases);
    want("the report", await bench.stores.deliveries.delivery(id, 3), null);
    want("a sequence to come", await bench.stores.deliveries.delivery(id, 4), null);
    for (const nobody of ["nobody", "", "\u0000"])
      want("no conversation", await bench.stores.deliveries.delivery(nobody, 1), null);
    want("not listed either", deliveryIdsOf(await listDeliveries(bench, { conversationId: id })), [
      `${id}.2`,
      `${id}.1`,
    ]);
  });

  check(
    "what was sent with an agent's message is told: its key, its parts and its state",
    async (bench) => {
      const id = await bench.converse();
      const sent = (sequence: number) => bench.stores.deliveries.sentMessage(id, sequence);
      const key = "\u0000desk\u0000k \ud800";
      const parts = { idempotencyKey: key, messages: [aText("a"), aText("b"), aText("c")] };
      const lease = onlyLease(await bench.commit({ appends: [anOutboundAppend(id, parts)] }));
      await bench.store(anOutboundAppend(id), noLeases);
      const { sequence } = lease.head;
      want("the first part", await sent(sequence), { key, part: 1, parts: 3, state: "waiting" });
      want("the last one", await sent(sequence + 2), { key, part: 3, parts: 3, state: "waiting" });
      want("one without a key", await sent(sequence + 3), {
        key: null,
        part: 1,
        parts: 1,
        state: "waiting",
      });
      await bench.settle(lease, failed(null), noLeases);
      want("failed", (await sent(sequence))?.state, "failed");
      await bench.restart();
      const [next] = await bench.claim();
      if (next !== undefined) await bench.settle(next, delivered, noLeases);
      want("delivered", (await sent(sequence + 1))?.state, "delivered");
      const again = await bench.append(aResendAppend(id, sequence, "outbound"), noLeases);
      want("sent again", (await sent(sequence))?.state, "waiting");
      want("by its first delivery only", await sent(sequencesOf(again)[0] ?? 0), null);
      want("not for a visitor's", await sent(1), null);
      want("nor for what is not there", await sent(99), null);
      want("nor in no conversation", await bench.stores.deliveries.sentMessage("nobody", 1), null);
    },
  );
}
