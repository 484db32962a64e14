import { citeRules } from "../cite-rules.ts";
import { purgeAll } from "./purge-all.ts";
import type { Runner } from "../runner.ts";
import {
  aResendAppend,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
} from "../samples/samples.ts";
import { sources } from "../sources.ts";
import { type Check, checksOf, type OpenStores, type StoreBench } from "./store-bench.ts";
import { want } from "../want.ts";

const day = 24 * 60 * 60 * 1_000;

/** Tests a `RetentionStore`. */
export function retentionStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.retentionStore), open);
  runner.describe(`${name} as a RetentionStore`, () => {
    checkWhole(check);
    checkParts(check);
    checkKept(check);
    checkSteps(check);
  });
}

const purge = (bench: StoreBench, limit?: number) =>
  purgeAll(bench.stores.retention, bench.now - day, limit);

async function sequences(bench: StoreBench, id: string): Promise<number[]> {
  return (await bench.messages(id)).map(({ sequence }) => sequence);
}

function checkWhole(check: Check): void {
  check("a conversation that nobody has written in since goes whole", async (bench) => {
    const old = await bench.converse("1");
    await bench.settle(await bench.reply(old), failed(), noLeases);
    bench.now += day + 1;
    const young = await bench.converse("2");
    want("one of two", await purge(bench), { conversations: 1, messages: 2 });
    await bench.restart();
    want("it is gone", await bench.stores.conversations.find({ id: old }), null);
    const visitor = { channelKey: "shop-key", visitorKey: "1" };
    want("by its visitor too", await bench.stores.conversations.find(visitor), null);
    want("with its deliveries", await bench.stores.deliveries.delivery(old, 2), null);
    want(
      "nothing is failed",
      await bench.stores.deliveries.deliveries({ state: "failed" }, { before: null, limit: 9 }),
      {
        items: [],
        next: null,
      },
    );
    want("the other stays", await sequences(bench, young), [1]);
    want("a second time there is nothing", await purge(bench), { conversations: 0, messages: 0 });
  });

  check("the instant itself is not older than itself", async (bench) => {
    const id = await bench.converse();
    want("kept", await purgeAll(bench.stores.retention, bench.now), {
      conversations: 0,
      messages: 0,
    });
    want("gone a moment later", await purgeAll(bench.stores.retention, bench.now + 1), {
      conversations: 1,
      messages: 1,
    });
    want("no conversation", await bench.stores.conversations.find({ id }), null);
  });

  check("the visitor who comes back is a new conversation, and no repeat", async (bench) => {
    const identity = anIdentity("m1", "hello", 10 * day);
    await bench.settle(await bench.accept(anInboundAppend({ identity })), delivered);
    bench.now += day + 1;
    await purge(bench);
    const back = await bench.append(anInboundAppend({ identity, candidateId: "fresh" }));
    want("stored", back, {
      status: "stored",
      conversationId: "fresh",
      sequences: [1],
      created: true,
    });
  });
}

function checkParts(check: Check): void {
  check("a conversation that goes on keeps what is young enough", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id, "old"), delivered);
    bench.now += day + 1;
    await bench.settle(await bench.reply(id, "new"), delivered);
    want("two old messages", await purge(bench), { conversations: 0, messages: 2 });
    await bench.restart();
    want("the new one stays", await sequences(bench, id), [3]);
    const next = await bench.reply(id, "next");
    want("sequences go on", next.head.sequence, 4);
  });

  check(
    "a message that was sent again goes with all its deliveries, and its identity",
    async (bench) => {
      const identity = anIdentity("m1", "hello", 10 * day);
      const lease = await bench.accept(anInboundAppend({ identity }));
      const id = lease.lane.conversationId;
      await bench.settle(lease, failed());
      bench.now += day + 1;
      await bench.store(aResendAppend(id, 1, "inbound"), noLeases);
      const [again] = await bench.claim();
      if (again !== undefined) await bench.settle(again, failed());
      await bench.settle(await bench.reply(id), delivered);
      want("one message", await purge(bench), { conversations: 0, messages: 1 });
      want("no journey is left", await bench.stores.deliveries.delivery(id, 2), null);
      const letters = await bench.stores.deadLetters.deadLetters({ before: null, limit: 9 });
      want("no dead letter", letters, { items: [], next: null });
      const result = await bench.append(aResendAppend(id, 1, "inbound"));
      want("nothing to send again", result, { status: "refused", refusal: "unknown-message" });
      const repeat = await bench.append(anInboundAppend({ identity }), noLeases);
      want("no repeat of what is gone", repeat.status, "stored");
    },
  );

  check(
    "what a young message is told by stays, also when an old one came under the same id",
    async (bench) => {
      const identity = anIdentity("m1", "hello");
      await bench.settle(await bench.accept(anInboundAppend({ identity })), delivered);
      bench.now += day + 1;
      await bench.settle(await bench.accept(anInboundAppend({ identity })), delivered);
      want("the old one goes", await purge(bench), { conversations: 0, messages: 1 });
      const repeat = await bench.append(anInboundAppend({ identity }));
      want("a repeat of the young one", repeat.status, "repeated");
    },
  );

  check("an id that has carried two contents stays without meaning", async (bench) => {
    for (const content of ["hello", "bye"]) {
      const identity = anIdentity("m1", content);
      await bench.settle(await bench.accept(anInboundAppend({ identity })), delivered);
    }
    bench.now += day + 1;
    await purge(bench);
    const identity = anIdentity("m1", "hello");
    await bench.store(anInboundAppend({ identity }), noLeases);
    const second = await bench.append(anInboundAppend({ identity }), noLeases);
    want("no repeat", second.status, "stored");
  });
}

function checkKept(check: Check): void {
  check("what waits stays, however old, and what belongs to it", async (bench) => {
    const id = await bench.converse();
    await bench.store(anOutboundAppend(id), noLeases);
    bench.now += 10 * day;
    want("the settled one goes", await purge(bench), { conversations: 0, messages: 1 });
    want("the waiting one stays", await sequences(bench, id), [2]);
    const [lease] = await bench.claim();
    want("and is carried", lease?.head.sequence, 2);
  });

  check("a failed message of which a newer delivery waits stays", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), failed());
    await bench.store(aResendAppend(id, 2), noLeases);
    bench.now += 10 * day;
    want("only the other goes", await purge(bench), { conversations: 0, messages: 1 });
    want("it is still a message", await sequences(bench, id), [2]);
    want(
      "with its first journey",
      (await bench.stores.deliveries.delivery(id, 2))?.state,
      "failed",
    );
    const [lease] = await bench.claim();
    if (lease !== undefined) await bench.settle(lease, failed());
    want("once settled it goes", await purge(bench), { conversations: 1, messages: 1 });
  });

  check("a report that waits keeps its conversation", async (bench) => {
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), failed("{}"), noLeases);
    bench.now += day + 1;
    want("its messages go", await purge(bench), { conversations: 0, messages: 2 });
    const [report] = await bench.claim();
    want("the report is carried", report?.head.message, "{}");
    if (report !== undefined) await bench.settle(report, delivered);
    want("then it goes", await purge(bench), { conversations: 1, messages: 0 });
    want("whole", await bench.stores.conversations.find({ id }), null);
  });

  check("a lease that runs meanwhile settles as ever", async (bench) => {
    const id = await bench.converse();
    const lease = await bench.reply(id);
    bench.now += 10 * day;
    await purge(bench);
    want("settled", (await bench.settle(lease, delivered)).settlements, ["settled"]);
  });
}

function checkSteps(check: Check): void {
  check("step by step it comes to the same", async (bench) => {
    for (const visitorKey of ["1", "2", "3", "4", "5"]) await bench.converse(visitorKey);
    bench.now += day + 1;
    const kept = await bench.converse("3");
    const first = await bench.stores.retention.purge(bench.now - day, null, 2);
    want("two at a time", [first.conversations, first.messages], [2, 2]);
    const { next } = first;
    want("and more to look at", next === null, false);
    want("the rest", await purge(bench, 1), { conversations: 2, messages: 3 });
    want("the one that goes on keeps its new message", await sequences(bench, kept), [2]);
  });

  check("a conversation with more than a step may look at goes in several steps", async (bench) => {
    const texts = Array.from({ length: 50 }, (_, index) => aText(`${index}`));
    let messages = 0;
    for (let round = 0; round < 24; round += 1) {
      let { leases } = await bench.commit({ appends: [anInboundAppend({ messages: texts })] });
      while (leases.length > 0) {
        const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
        ({ leases } = await bench.commit({ settlements }));
        messages += 1;
      }
    }
    bench.now += day + 1;
    const first = await bench.stores.retention.purge(bench.now - day, null, 100);
    want("not all of it at once", first.messages <= 500 && first.next !== null, true);
    want("the rest with the conversation", await purge(bench), {
      conversations: 1,
      messages: messages - first.messages,
    });
  });

  check("a cursor that no step gave ends well", async (bench) => {
    await bench.converse();
    for (const cursor of ["", "x", "1-2-3", "-"]) {
      const step = await bench.stores.retention.purge(bench.now - day, cursor, 5);
      want("it takes nothing", [step.conversations, step.messages], [0, 0]);
    }
    want("nothing young is gone", (await bench.messages("shop-key-1")).length, 1);
  });
}
