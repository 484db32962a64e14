import { join } from "node:path";
import {
  aText,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  noLeases,
} from "@parley/conformance";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../../src/connection/connection.ts";
import { fileName } from "../../support/opened-stores.ts";
import { doubtCommit, OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => tail.close());

const unindexed = () => tail.unplaced();
const known = () => tail.database.read((_, { deliveries }) => deliveries.size);
const refuse = (text: string) =>
  tail.database.read((connection) =>
    connection.script(`create temp trigger refuse before insert on main.deliveries
      when new.message like '%${text}%' begin select raise(rollback, 'not today'); end;`),
  );
const cut = () => tail.database.write(() => {});
const said = (id: string, text: string) => anOutboundAppend(id, { messages: [aText(text)] });
const texts = async (id: string) =>
  (await tail.bench.messages(id)).map(({ message }) => JSON.parse(message).text as string);

describe("a conversation whose newest deliveries are not in the index yet", () => {
  it("is read completely, page by page, across the cut", async () => {
    const id = await tail.bench.converse();
    for (const text of ["two", "three"]) await tail.bench.append(said(id, text));
    cut();
    for (const text of ["four", "five"]) await tail.bench.append(said(id, text));
    expect([unindexed(), known()]).toEqual([2, 2]);
    expect(await texts(id)).toHaveLength(5);
    const { conversations } = tail.bench.stores;
    const newest = await conversations.messages(id, { limit: 3, before: null });
    expect(newest.items.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
    const rest = await conversations.messages(id, {
      limit: 3,
      before: newest.next as string,
    });
    expect(rest.items.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(rest.next).toBeNull();
    const one = await conversations.messages(id, { limit: 1, before: null });
    expect(one.items.map(({ sequence }) => sequence)).toEqual([5]);
    expect(unindexed()).toBe(2);
  });

  it("keeps its order in a lane across the cut", async () => {
    const first = await tail.bench.accept(anInboundAppend({ messages: [aText("1")] }));
    await tail.bench.append(anInboundAppend({ messages: [aText("2")] }));
    cut();
    await tail.bench.append(anInboundAppend({ messages: [aText("3")] }));
    let [lease] = (await tail.bench.settle(first, delivered)).leases;
    expect(lease?.head.message).toBe(aText("2"));
    if (lease) [lease] = (await tail.bench.settle(lease, delivered)).leases;
    expect(lease?.head.message).toBe(aText("3"));
  });

  it("keeps its order where a message is sent again among those of the tail", async () => {
    const id = await tail.bench.converse();
    const lost = await tail.bench.reply(id, "lost");
    await tail.bench.settle(lost, failed());
    const first = await tail.bench.reply(id, "one");
    cut();
    await tail.bench.append(said(id, "two"));
    const { sequence } = lost.head;
    const again = { kind: "again", conversationId: id, sequence, direction: "outbound" } as const;
    expect(await tail.bench.append(again)).toMatchObject({ status: "stored" });
    await tail.bench.append(said(id, "three"));
    const heads = [];
    let [lease] = (await tail.bench.settle(first, delivered)).leases;
    while (lease) {
      heads.push(JSON.parse(lease.head.message).text);
      [lease] = (await tail.bench.settle(lease, delivered)).leases;
    }
    expect(heads).toEqual(["two", "lost", "three"]);
    expect((await texts(id)).slice(1)).toEqual(["lost", "one", "two", "three"]);
  });

  it("can send a message again that failed within the tail", async () => {
    const id = await tail.bench.converse();
    const lost = await tail.bench.reply(id, "lost");
    await tail.bench.settle(lost, failed());
    const { sequence } = lost.head;
    const again = { kind: "again", conversationId: id, sequence, direction: "outbound" } as const;
    const stored = await tail.bench.append(again, noLeases);
    expect(stored).toMatchObject({ status: "stored" });
    expect(await tail.bench.append(again)).toEqual({ ...stored, status: "repeated" });
    expect((await tail.bench.messages(id)).at(-1)?.state).toBe("waiting");
  });

  it("settles a delivery that left the tail since it was appended", async () => {
    const first = await tail.bench.accept();
    await tail.bench.append(anInboundAppend());
    cut();
    const [second] = (await tail.bench.settle(first, delivered)).leases;
    if (second) await tail.bench.settle(second, delivered);
    const states = (await tail.bench.messages(first.conversation.id)).map(({ state }) => state);
    expect(states).toEqual(["delivered", "delivered"]);
  });

  it("has nothing of a transaction that was rolled back half-way", async () => {
    const id = await tail.bench.converse();
    const first = await tail.bench.reply(id, "one");
    refuse("never");
    await expect(
      tail.bench.commit({ appends: [said(id, "two"), said(id, "never")] }),
    ).rejects.toMatchObject({ code: "store-failed" });
    await tail.bench.append(said(id, "two"));
    const [second] = (await tail.bench.settle(first, delivered)).leases;
    if (second) await tail.bench.settle(second, delivered);
    expect((await texts(id)).slice(1)).toEqual(["one", "two"]);
    expect((await tail.bench.messages(id)).at(-1)?.state).toBe("delivered");
  });

  it("is in order when one of them passed its id to a later one", async () => {
    const identity = anIdentity("id", "hello", 1_000);
    const one = anInboundAppend({ identity });
    const { conversation } = await tail.bench.accept();
    await tail.bench.append(one);
    await tail.bench.append(anInboundAppend());
    tail.bench.now += 1_000;
    expect(await tail.bench.append(one)).toMatchObject({ status: "stored" });
    const sequences = (await tail.bench.messages(conversation.id)).map(({ sequence }) => sequence);
    expect(sequences).toEqual([1, 2, 3, 4]);
  });

  it("is read completely after a COMMIT with an unknown outcome", async () => {
    const id = await tail.bench.converse();
    await tail.bench.append(said(id, "one"));
    doubtCommit();
    await expect(tail.bench.append(said(id, "two"))).rejects.toMatchObject({
      code: "store-failed",
    });
    expect((await texts(id)).slice(1)).toEqual(["one", "two"]);
    expect((await tail.bench.stores.messages.nextDueAt()).outbound).not.toBeNull();
  });

  it("is read correctly by the first call after such a COMMIT", async () => {
    const id = await tail.bench.converse();
    const { conversations, deliveries, messages } = tail.bench.stores;
    const page = { before: null, limit: 9 };
    const questions = [
      async () => (await messages.nextDueAt()).outbound !== null,
      async () => (await deliveries.backlog()).outbound.waiting === 2,
      async () => (await deliveries.deliveries({ conversationId: id }, page)).items.length === 4,
      async () => (await conversations.list(page)).items[0]?.lastMessageAt === tail.bench.now,
    ];
    const told = [];
    for (const ask of questions) {
      tail.bench.now += 1;
      doubtCommit();
      await expect(tail.bench.append(said(id, "one"))).rejects.toMatchObject({
        code: "store-failed",
      });
      told.push(await ask());
    }
    expect(told).toEqual([true, true, true, true]);
  });

  it("keeps committed deliveries when the next transaction cannot begin", async () => {
    const id = await tail.bench.converse();
    const first = await tail.bench.reply(id, "one");
    await tail.bench.append(said(id, "two"));
    const other = new Sqlite(join(tail.directory, fileName));
    other.exec("begin immediate");
    await expect(tail.bench.append(said(id, "three"))).rejects.toMatchObject({
      code: "store-failed",
    });
    other.close();
    expect((await texts(id)).slice(1)).toEqual(["one", "two"]);
    const [second] = (await tail.bench.settle(first, delivered)).leases;
    expect(second?.head.message).toBe(aText("two"));
  });

  it("is read completely by the first call after the file became read-only", async () => {
    const id = await tail.bench.converse();
    await tail.bench.append(said(id, "one"));
    tail.database.read((connection) => connection.script("pragma query_only = on"));
    await expect(tail.bench.append(said(id, "two"))).rejects.toMatchObject({
      code: "store-read-only",
    });
    expect((await texts(id)).slice(1)).toEqual(["one"]);
  });

  it("is read completely while a disk accepts no writes, and afterwards", async () => {
    const id = await tail.bench.converse();
    await tail.bench.append(said(id, "one"));
    const { run } = Connection.prototype;
    const spy = vi.spyOn(Connection.prototype, "run");
    spy.mockImplementation(function full(this: Connection, sql, ...values) {
      if (sql === "commit") throw new Error("the disk is full");
      return run.call(this, sql, ...values);
    });
    await expect(tail.bench.append(said(id, "two"))).rejects.toMatchObject({
      code: "store-failed",
    });
    const read = [await texts(id), await texts(id)];
    spy.mockRestore();
    await tail.bench.append(said(id, "three"));
    expect(read.map((of) => of.slice(1))).toEqual([["one"], ["one"]]);
    expect((await texts(id)).slice(1)).toEqual(["one", "three"]);
    expect(known()).toBe(1);
  });
});
