import {
  aChannel,
  anInboundAppend,
  anOutboundAppend,
  type OpenedStores,
  retryAt,
  StoreBench,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStores } from "./support/opened-stores.ts";

/** As JSON text: NUL, a lone surrogate of each kind, a whole pair, and an integer no number can hold. */
const message = String.raw`{"type":"text","text":"a\u0000b\ud800c\udc00d😀","n":9007199254740993123456789}`;
const sender = String.raw`{"name":"\udfff\u0000Ada"}`;
const visitorId = String.raw`"\u0000\ud83d"`;

let stores: OpenedStores;
let bench: StoreBench;

beforeEach(async () => {
  stores = await openStores();
  bench = new StoreBench(stores);
});
afterEach(() => bench.stores.close());

describe("texts come back as they were given, after a restart too", () => {
  it("bodies, senders, visitor ids and profiles with NUL and lone surrogates", async () => {
    const profile = { name: "\u0000\ud800", invite: "\udc00😀" };
    const append = anInboundAppend({
      visitorKey: "\\u0000\\ud83d",
      visitorId,
      profile,
      messages: [message],
    });
    const { lane, head } = await bench.accept(append);
    expect(head.message).toBe(message);
    await bench.commit({
      appends: [anOutboundAppend(lane.conversationId, { sender, messages: [message] })],
    });
    await bench.restart();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    bench.now += 3_000;
    const leases = await bench.claim({ owner: "node-b" });
    expect(leases.map((lease) => lease.head.message)).toEqual([message, message]);
    expect(leases[1]?.head).toMatchObject({ sender, recipientId: visitorId });
    expect(leases[0]?.conversation).toMatchObject({
      visitorKey: "\\u0000\\ud83d",
      visitorId,
      profile,
    });
  });

  it("memos and failures with any text", async () => {
    const memo = "\ud800\u0000 and \udc00";
    const lease = await bench.accept();
    await bench.settle(lease, retryAt(bench.now, memo));
    await bench.restart();
    const [again] = await bench.claim();
    expect(again?.memo).toBe(memo);
    const failure = { reason: "backend-rejected", description: memo } as const;
    if (again !== undefined)
      await bench.settle(again, { kind: "failed", failure, report: null, record: null });
    const { items } = await bench.stores.deadLetters.deadLetters({ before: null, limit: 1 });
    expect(items[0]?.failure).toEqual(failure);
  });

  it("idempotency keys that differ in a lone surrogate only are two keys", async () => {
    const conversationId = await bench.converse();
    for (const idempotencyKey of ["\ud800", "\ud801", "a\u0000", "a\u0000b"]) {
      const append = anOutboundAppend(conversationId, { idempotencyKey });
      expect(await bench.append(append)).toMatchObject({ status: "stored" });
      expect(await bench.append(append)).toMatchObject({ status: "repeated" });
    }
  });
});

describe("looking a channel up", () => {
  it("decodes nothing before its secret was compared, known or not", async () => {
    await bench.stores.channels.save(aChannel());
    const parse = vi.spyOn(JSON, "parse");
    try {
      const decodedBy = async (id: string): Promise<number> => {
        parse.mockClear();
        await bench.stores.channels.find(id);
        return parse.mock.calls.length;
      };
      expect(await decodedBy("shop")).toBe(0);
      expect(await decodedBy("unknown")).toBe(0);
      expect((await bench.stores.channels.find("shop"))?.knobs.media).toBe("strict");
      expect(parse).toHaveBeenCalledOnce();
    } finally {
      parse.mockRestore();
    }
  });
});
