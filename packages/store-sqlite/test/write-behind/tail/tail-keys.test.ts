import { anInboundAppend, anOutboundAppend } from "@parley/conformance";
import type { AppendResult } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { doubtCommit, OpenedTail } from "./opened-tail.ts";

const dayMs = 86_400_000;
/** Short, so that keys used one after another are cut together. */
const tailLength = 9;

let tail: OpenedTail;
let conversationId: string;

beforeEach(async () => {
  tail = new OpenedTail(tailLength);
  conversationId = await tail.bench.converse("1");
});
afterEach(() => tail.close());

const send = (idempotencyKey = "k") =>
  tail.bench.append(anOutboundAppend(conversationId, { idempotencyKey }));
const inTable = () => tail.count("select count(*) as n from idempotency_keys");
const inTail = () => tail.count("select count(*) as n from recent_keys");
const known = () => [inTable(), inTail()];

const sequencesOf = (result: AppendResult) => ("sequences" in result ? result.sequences : []);

/** Appends twice as many as stay in the tail, and a transaction that cuts the rest. */
async function fillTail(): Promise<void> {
  for (let message = 0; message < 2 * tailLength; message += 1)
    await tail.bench.append(anInboundAppend({ visitorKey: "filler" }));
  await tail.bench.commit({});
}

describe("an idempotency key", () => {
  it("is found in the tail, and in the table once the tail is cut", async () => {
    const sequences = sequencesOf(await send());
    expect(known()).toEqual([0, 1]);
    expect(await send()).toMatchObject({ status: "repeated", sequences });
    await fillTail();
    expect(known()).toEqual([1, 0]);
    expect(await send()).toMatchObject({ status: "repeated", sequences });
    expect((await send("other")).status).toBe("stored");
  });

  it("names every part of a message that was split", async () => {
    const append = anOutboundAppend(conversationId, { idempotencyKey: "k" });
    const parts = { ...append, messages: [...append.messages, ...append.messages] };
    const sequences = sequencesOf(await tail.bench.append(parts));
    expect(sequences).toHaveLength(2 * append.messages.length);
    for (const cut of [async () => {}, fillTail]) {
      await cut();
      expect(await tail.bench.append(parts)).toMatchObject({ status: "repeated", sequences });
    }
  });

  it("is known after a crash", async () => {
    await send();
    tail.crash();
    expect((await send()).status).toBe("repeated");
    expect(known()).toEqual([1, 0]);
  });

  it("is known after a COMMIT that took effect but reported a failure", async () => {
    doubtCommit();
    await expect(send()).rejects.toMatchObject({ code: "store-failed" });
    expect((await send()).status).toBe("repeated");
  });

  it("is not known when its message was rolled back with later ones", async () => {
    const script = (sql: string) => tail.database.read((connection) => connection.script(sql));
    script(`create temp trigger refuse before insert on main.deliveries when new.kind = 0
      begin select raise(rollback, 'not today'); end;`);
    const keyed = anOutboundAppend(conversationId, { idempotencyKey: "k" });
    const both = tail.bench.commit({ appends: [keyed, anInboundAppend()] });
    await expect(both).rejects.toMatchObject({ code: "store-failed" });
    script("drop trigger temp.refuse");
    expect(known()).toEqual([0, 0]);
    expect((await send()).status).toBe("stored");
    expect((await send()).status).toBe("repeated");
  });

  it("that was reused a day later belongs to the later message", async () => {
    await send();
    tail.bench.now += dayMs;
    const later = await send();
    expect(later.status).toBe("stored");
    tail.bench.now += dayMs - 1;
    for (const cut of [async () => {}, fillTail]) {
      await cut();
      expect(await send()).toMatchObject({ status: "repeated", sequences: sequencesOf(later) });
    }
    expect(known()).toEqual([1, 0]);
    tail.bench.now += 1;
    expect((await send()).status).toBe("stored");
    await fillTail();
    expect(known()).toEqual([1, 0]);
  });

  it("belongs to the later message also when the clock was set back before the cut", async () => {
    await send();
    tail.bench.now += dayMs;
    const later = await send();
    tail.bench.now -= dayMs - 1;
    await send("other");
    await fillTail();
    expect(known()).toEqual([2, 0]);
    expect(await send()).toMatchObject({ status: "repeated", sequences: sequencesOf(later) });
  });

  it("is kept for a day, although the clock was ahead for a while", async () => {
    await send();
    tail.bench.now += dayMs + 1;
    await send("ahead");
    tail.bench.now -= dayMs;
    await fillTail();
    expect((await send()).status).toBe("repeated");
  });

  it("is deleted with its conversation", async () => {
    await send();
    await tail.bench.stores.conversations.erase(conversationId);
    expect(known()).toEqual([0, 0]);
    conversationId = await tail.bench.converse("1");
    expect((await send()).status).toBe("stored");
  });
});

describe("a file of schema 8", () => {
  it("keeps the keys that it has", async () => {
    await send();
    await fillTail();
    tail.database.read((connection) =>
      connection.script("drop table recent_keys; update schema set version = 8, oldest_reader = 8"),
    );
    tail.crash();
    expect((await send()).status).toBe("repeated");
    expect((await send("other")).status).toBe("stored");
    expect(known()).toEqual([1, 1]);
  });
});
