import { anInboundAppend, anOutboundAppend, retryAt } from "../samples/samples.ts";
import { type Check, onlyLease } from "../stores/store-bench.ts";
import { want } from "../want.ts";

/** JSON text with NUL, both lone surrogates, a pair, and an integer that no JavaScript number can hold. */
const message = String.raw`{"type":"text","text":"a\u0000b\ud800c\udc00d😀","n":9007199254740993123456789}`;
const sender = String.raw`{"name":"\udfff\u0000Ada"}`;
const visitorId = String.raw`"\u0000\ud83d"`;

export function checkTexts(check: Check): void {
  check("bodies, senders, visitor ids and profiles survive a restart", async (bench) => {
    const visitorKey = "\\u0000\\ud83d";
    const profile = { name: "\u0000\ud800", invite: "\udc00😀" };
    const { lane, head } = await bench.accept(
      anInboundAppend({ visitorKey, visitorId, profile, messages: [message] }),
    );
    want("the body comes back at once", head.message, message);
    await bench.store(anOutboundAppend(lane.conversationId, { sender, messages: [message] }));
    await bench.restart();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    bench.now += 3_000;
    const [inbound, outbound] = await bench.claim({ owner: "node-b" });
    want("both bodies", [inbound?.head.message, outbound?.head.message], [message, message]);
    want(
      "the sender and the recipient",
      [outbound?.head.sender, outbound?.head.recipientId],
      [sender, visitorId],
    );
    const conversation = inbound?.conversation;
    want(
      "the visitor",
      [conversation?.visitorKey, conversation?.visitorId, conversation?.profile],
      [visitorKey, visitorId, profile],
    );
  });

  check("memos survive a restart, and failures are read as they were written", async (bench) => {
    const memo = "\ud800\u0000 and \udc00";
    await bench.settle(await bench.accept(), retryAt(bench.now, memo));
    await bench.restart();
    const again = onlyLease({ leases: await bench.claim() });
    want("the memo", again.memo, memo);
    const failure = { reason: "backend-rejected", description: memo } as const;
    await bench.settle(again, { kind: "failed", failure, report: null, record: null });
    const { items } = await bench.stores.deadLetters.deadLetters({ before: null, limit: 1 });
    want("the failure", items[0]?.failure, failure);
  });

  check("idempotency keys that differ in a lone surrogate only are two keys", async (bench) => {
    const conversationId = await bench.converse();
    for (const idempotencyKey of ["\ud800", "\ud801", "a\u0000", "a\u0000b"]) {
      const append = anOutboundAppend(conversationId, { idempotencyKey });
      const statuses = [(await bench.append(append)).status, (await bench.append(append)).status];
      want("stored once, and repeated", statuses, ["stored", "repeated"]);
    }
  });
}
