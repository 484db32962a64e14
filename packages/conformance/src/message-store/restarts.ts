import {
  anInboundAppend,
  anOutboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
  retryAt,
} from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

export function checkRestarts(check: Check): void {
  check("what was committed is there after a crash", async (bench) => {
    const lease = await bench.accept(
      anInboundAppend({ profile: { name: "Bo" }, messages: [aText("a"), aText("b")] }),
    );
    const id = lease.lane.conversationId;
    await bench.settle(lease, failed("{}"), noLeases);
    await bench.store(anOutboundAppend(id), noLeases);
    const before = [await bench.messages(id), await bench.stores.conversations.find({ id })];
    await bench.restart();
    want(
      "messages, states and conversation",
      [await bench.messages(id), await bench.stores.conversations.find({ id })],
      before,
    );
    const heads = (await bench.claim()).map(({ lane, head }) => [lane.kind, head.message]);
    want("and all three lanes", heads.sort(), [
      ["inbound", aText("b")],
      ["outbound", aText("good day")],
      ["reports", "{}"],
    ]);
  });

  check(
    "a lease survives in the store: nobody else gets the lane before its end",
    async (bench) => {
      const lease = await bench.reply(await bench.converse());
      await bench.restart();
      want("not yet claimable", await bench.claim({ owner: "node-b" }), []);
      want("still settled by its token", (await bench.settle(lease, delivered)).settlements, [
        "settled",
      ]);
    },
  );

  check("attempts, start and memo of a series survive", async (bench) => {
    const id = await bench.converse();
    const first = await bench.reply(id);
    await bench.settle(first, retryAt(first.startedAt + 3_000, "memo"));
    await bench.restart();
    bench.now = first.startedAt + 3_000;
    const second = onlyLease({ leases: await bench.claim() });
    want(
      "the series goes on",
      [second.attempt, second.startedAt, second.memo],
      [2, first.startedAt, "memo"],
    );
  });

  check("a full lane is full after a restart", async (bench) => {
    const id = await bench.converse();
    await bench.storeAll(
      Array.from({ length: 20 }, () => anOutboundAppend(id)),
      noLeases,
    );
    await bench.restart();
    want("still twenty", await bench.append(anOutboundAppend(id)), {
      status: "refused",
      refusal: "lane-full",
    });
  });

  check("sequences go on where they were", async (bench) => {
    const id = await bench.converse();
    await bench.restart();
    want("the second message is 2", (await bench.reply(id)).head.sequence, 2);
  });
}
