import {
  anInboundAppend,
  anOutboundAppend,
  delivered,
  noLeases,
  purgeAll,
} from "@parley/conformance";
import type { AppendResult, CommitResult, Lease } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { doubtCommit, OpenedStore } from "../support/opened-store.ts";

const dayMs = 86_400_000;
let opened: OpenedStore;
let conversationId: string;

beforeEach(async () => {
  opened = new OpenedStore();
  conversationId = await opened.bench.converse("1");
});
afterEach(() => opened.close());

const send = (idempotencyKey = "k") =>
  opened.bench.append(anOutboundAppend(conversationId, { idempotencyKey }));
const known = () => opened.count("select count(*) as n from idempotency_keys");

const sequencesOf = (result: AppendResult) => ("sequences" in result ? result.sequences : []);

const onlyLeaseOf = ({ leases }: CommitResult): Lease => {
  const [lease] = leases;
  if (lease === undefined) throw new Error("nothing was leased");
  return lease;
};

describe("an idempotency key", () => {
  it("is known, and no other one", async () => {
    const sequences = sequencesOf(await send());
    expect(await send()).toMatchObject({ status: "repeated", sequences });
    expect((await send("other")).status).toBe("stored");
    expect(known()).toBe(2);
  });

  it("names every part of a message that was split", async () => {
    const append = anOutboundAppend(conversationId, { idempotencyKey: "k" });
    const parts = { ...append, messages: [...append.messages, ...append.messages] };
    const sequences = sequencesOf(await opened.bench.append(parts));
    expect(sequences).toHaveLength(2 * append.messages.length);
    expect(await opened.bench.append(parts)).toMatchObject({ status: "repeated", sequences });
  });

  it("is known after a crash", async () => {
    await send();
    opened.crash();
    expect((await send()).status).toBe("repeated");
    expect(known()).toBe(1);
  });

  it("is known after a COMMIT that took effect but reported a failure", async () => {
    doubtCommit();
    await expect(send()).rejects.toMatchObject({ code: "store-failed" });
    expect((await send()).status).toBe("repeated");
  });

  it("is not known when its message was rolled back with later ones", async () => {
    const script = (sql: string) => opened.database.read((connection) => connection.script(sql));
    script(`create temp trigger refuse before insert on main.deliveries when new.kind = 0
      begin select raise(rollback, 'not today'); end;`);
    const keyed = anOutboundAppend(conversationId, { idempotencyKey: "k" });
    const both = opened.bench.commit({ appends: [keyed, anInboundAppend()] });
    await expect(both).rejects.toMatchObject({ code: "store-failed" });
    script("drop trigger temp.refuse");
    expect(known()).toBe(0);
    expect((await send()).status).toBe("stored");
    expect((await send()).status).toBe("repeated");
  });

  it("is known however long ago, and whatever the clock did", async () => {
    const first = await send();
    for (const ms of [400 * dayMs, -800 * dayMs]) {
      opened.bench.now += ms;
      expect(await send()).toMatchObject({ status: "repeated", sequences: sequencesOf(first) });
    }
    expect(known()).toBe(1);
  });

  it("is deleted with its message", async () => {
    const lease = await opened.bench.reply(conversationId, "without a key");
    await opened.bench.settle(lease, delivered);
    for (const key of ["a", "b"]) {
      const append = anOutboundAppend(conversationId, { idempotencyKey: key });
      await opened.bench.settle(
        onlyLeaseOf(await opened.bench.commit({ appends: [append] })),
        delivered,
      );
    }
    expect(known()).toBe(2);
    opened.bench.now += dayMs;
    await opened.bench.store(anInboundAppend(), noLeases);
    await purgeAll(opened.bench.stores.retention, opened.bench.now);
    expect(known()).toBe(0);
  });

  it("is deleted with its conversation", async () => {
    await send();
    await opened.bench.stores.conversations.erase(conversationId);
    expect(known()).toBe(0);
    conversationId = await opened.bench.converse("1");
    expect((await send()).status).toBe("stored");
  });
});
