import {
  aChannel,
  anInboundAppend,
  anOutboundAppend,
  type OpenedStores,
  retryAt,
  StoreBench,
} from "@parley/conformance";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openStores, stopPostgres } from "./support/opened-stores.ts";

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
afterAll(stopPostgres);

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

describe("ids that the database could not be asked for", () => {
  it("are those of nobody", async () => {
    const none = "a\u0000b";
    const { stores } = bench;
    expect(await stores.channels.find(none)).toBeNull();
    expect(await stores.channels.find("")).toBeNull();
    expect(await stores.channels.remove(none, bench.now)).toBe(false);
    expect(await stores.conversations.find({ id: none })).toBeNull();
    expect(await stores.conversations.find({ channelKey: none, visitorKey: none })).toBeNull();
    expect(await stores.conversations.erase(none)).toBe(false);
    expect(await bench.append(anOutboundAppend(none))).toEqual({
      status: "refused",
      refusal: "unknown-conversation",
    });
  });
});

describe("looking a channel up", () => {
  it("decodes no settings before its secret was compared, known or not", async () => {
    await bench.stores.channels.save(aChannel());
    const parse = vi.spyOn(JSON, "parse");
    try {
      expect(await bench.stores.channels.find("unknown")).toBeNull();
      const found = await bench.stores.channels.find("shop");
      expect(parse).not.toHaveBeenCalled();
      expect(found?.knobs.media).toBe("strict");
      expect(parse).toHaveBeenCalledOnce();
    } finally {
      parse.mockRestore();
    }
  });
});
