import type { Lease, LeaseBudget } from "@parley/core";
import { hostileTexts } from "../samples/hostile-texts.ts";
import {
  aText,
  aResendAppend,
  anInboundAppend,
  anOutboundAppend,
  failed,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { type Check, onlyLease, type StoreBench } from "../stores/store-bench.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";
import { listDeliveries } from "./list-deliveries.ts";

export function checkRecords(check: Check): void {
  check("a settled delivery keeps its verdict's record, letter for letter", async (bench) => {
    const id = await bench.converse();
    const records = ["[]", null, ...hostileTexts];
    const verdicts = records.flatMap((record) => [
      { record, verdict: { kind: "delivered", record } as const },
      { record, verdict: failed(null, record) },
    ]);
    const sequences: number[] = [];
    for (const { verdict } of verdicts) {
      const lease = await bench.reply(id);
      await bench.settle(lease, verdict);
      sequences.push(lease.head.sequence);
    }
    await bench.restart();
    for (const [index, { record, verdict }] of verdicts.entries()) {
      const kept = await bench.stores.deliveries.delivery(id, sequences[index] ?? 0);
      want("the record", kept?.record, record);
      want("the state", kept?.state, verdict.kind);
    }
  });

  check("what many commit together is kept for each of them alone", (bench) => keepMany(bench, {}));
  check("what many commit together, and waits, is kept for each of them alone", (bench) =>
    keepMany(bench, noLeases),
  );

  check("the memo of a head is no record of the delivery behind it", async (bench) => {
    const id = await bench.converse();
    const lease = await bench.reply(id);
    await bench.store(anOutboundAppend(id), noLeases);
    await bench.settle(lease, retryAt(bench.now, "memo of the first"), noLeases);
    const again = onlyLease({ leases: await bench.claim() });
    await bench.settle(again, { kind: "delivered", record: "record of the first" });
    const read = async (sequence: number) =>
      (await bench.stores.deliveries.delivery(id, sequence))?.record;
    want("the first", await read(lease.head.sequence), "record of the first");
    want("the second", await read(lease.head.sequence + 1), null);
  });

  check("each journey of a message that is sent again has a record of its own", async (bench) => {
    const id = await bench.converse();
    const first = await bench.reply(id);
    const acceptedAt = bench.now;
    await bench.settle(first, failed(null, "first journey"));
    bench.now += 1_000;
    const again = onlyLease(await bench.commit({ appends: [aResendAppend(id, 2)] }));
    await bench.settle(again, { kind: "delivered", record: "second journey" });
    const [newest, oldest] = await listDeliveries(bench, { conversationId: id });
    want(
      "the second",
      [newest?.messageSequence, newest?.state, newest?.record, newest?.acceptedAt],
      [2, "delivered", "second journey", acceptedAt],
    );
    want(
      "the first",
      [oldest?.sequence, oldest?.state, oldest?.record],
      [2, "failed", "first journey"],
    );
  });
}

/** Appends many answers with idempotency keys in the commit that settles the visitors' messages. */
async function keepMany(bench: StoreBench, budget: Partial<LeaseBudget>): Promise<void> {
  const records = [...hostileTexts, null, "[]", ...Array.from({ length: 20 }, (_, n) => `${n}`)];
  const leases: Lease[] = [];
  for (const number of records.keys())
    leases.push(await bench.accept(anInboundAppend({ visitorKey: `visitor ${number}` })));
  const reply = (number: number) =>
    anOutboundAppend(leases[number]?.lane.conversationId ?? "", {
      idempotencyKey: `key ${number}`,
      messages: [aText(`answer ${number}`)],
      sender: JSON.stringify({ name: `${number}` }),
    });
  const settled = records.map((record, number) => {
    const { lane, token } = leases[number] as Lease;
    return { lane, token, verdict: { kind: "delivered", record } as const };
  });
  const appends = records.map((_, number) => reply(number));
  wantDone("a batch", await bench.commit({ settlements: settled, appends }, budget));
  await bench.restart();
  for (const [number, record] of records.entries()) {
    const id = leases[number]?.lane.conversationId ?? "";
    const first = await bench.stores.deliveries.delivery(id, 1);
    want("the record", [first?.state, first?.record], ["delivered", record]);
    const answer = (await bench.messages(id)).at(-1);
    const { messages, sender } = reply(number);
    want("the answer", [answer?.message, answer?.sender], [messages[0], sender]);
    const again = await bench.append(reply(number), noLeases);
    const repeated = { status: "repeated", conversationId: id, sequences: [2], created: false };
    want("the same answer again", again, repeated);
  }
}
