import { join } from "node:path";
import { aText, anOutboundAppend, delivered } from "@parley/conformance";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/connection/connection.ts";
import { fileName } from "./support/opened-stores.ts";
import { doubtCommit, OpenedStore } from "./support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

const refuse = (text: string) =>
  opened.database.read((connection) =>
    connection.script(`create temp trigger refuse before insert on main.deliveries
      when new.message like '%${text}%' begin select raise(rollback, 'not today'); end;`),
  );
const said = (id: string, text: string) => anOutboundAppend(id, { messages: [aText(text)] });
const texts = async (id: string) =>
  (await opened.bench.messages(id)).map(({ message }) => JSON.parse(message).text as string);

describe("a conversation, whatever fails,", () => {
  it("has nothing of a transaction that was rolled back half-way", async () => {
    const id = await opened.bench.converse();
    const first = await opened.bench.reply(id, "one");
    refuse("never");
    await expect(
      opened.bench.commit({ appends: [said(id, "two"), said(id, "never")] }),
    ).rejects.toMatchObject({ code: "store-failed" });
    await opened.bench.append(said(id, "two"));
    const [second] = (await opened.bench.settle(first, delivered)).leases;
    if (second) await opened.bench.settle(second, delivered);
    expect((await texts(id)).slice(1)).toEqual(["one", "two"]);
    expect((await opened.bench.messages(id)).at(-1)?.state).toBe("delivered");
  });

  it("is read completely after a COMMIT with an unknown outcome", async () => {
    const id = await opened.bench.converse();
    await opened.bench.append(said(id, "one"));
    doubtCommit();
    await expect(opened.bench.append(said(id, "two"))).rejects.toMatchObject({
      code: "store-failed",
    });
    expect((await texts(id)).slice(1)).toEqual(["one", "two"]);
    expect((await opened.bench.stores.messages.nextDueAt()).outbound).not.toBeNull();
  });

  it("is read correctly by the first call after such a COMMIT", async () => {
    const id = await opened.bench.converse();
    const { conversations, deliveries, messages } = opened.bench.stores;
    const page = { before: null, limit: 9 };
    const questions = [
      async () => (await messages.nextDueAt()).outbound !== null,
      async () => (await deliveries.backlog()).outbound.waiting === 2,
      async () => (await deliveries.deliveries({ conversationId: id }, page)).items.length === 4,
      async () => (await conversations.list(page)).items[0]?.lastMessageAt === opened.bench.now,
    ];
    const told = [];
    for (const ask of questions) {
      opened.bench.now += 1;
      doubtCommit();
      await expect(opened.bench.append(said(id, "one"))).rejects.toMatchObject({
        code: "store-failed",
      });
      told.push(await ask());
    }
    expect(told).toEqual([true, true, true, true]);
  });

  it("keeps committed deliveries when the next transaction cannot begin", async () => {
    const id = await opened.bench.converse();
    const first = await opened.bench.reply(id, "one");
    await opened.bench.append(said(id, "two"));
    const other = new Sqlite(join(opened.directory, fileName));
    other.exec("begin immediate");
    await expect(opened.bench.append(said(id, "three"))).rejects.toMatchObject({
      code: "store-failed",
    });
    other.close();
    expect((await texts(id)).slice(1)).toEqual(["one", "two"]);
    const [second] = (await opened.bench.settle(first, delivered)).leases;
    expect(second?.head.message).toBe(aText("two"));
  });

  it("is read completely by the first call after the file became read-only", async () => {
    const id = await opened.bench.converse();
    await opened.bench.append(said(id, "one"));
    opened.database.read((connection) => connection.script("pragma query_only = on"));
    await expect(opened.bench.append(said(id, "two"))).rejects.toMatchObject({
      code: "store-read-only",
    });
    expect((await texts(id)).slice(1)).toEqual(["one"]);
  });

  it("is read completely while a disk accepts no writes, and afterwards", async () => {
    const id = await opened.bench.converse();
    await opened.bench.append(said(id, "one"));
    const { run } = Connection.prototype;
    const spy = vi.spyOn(Connection.prototype, "run");
    spy.mockImplementation(function full(this: Connection, sql, ...values) {
      if (sql === "commit") throw new Error("the disk is full");
      return run.call(this, sql, ...values);
    });
    await expect(opened.bench.append(said(id, "two"))).rejects.toMatchObject({
      code: "store-failed",
    });
    const read = [await texts(id), await texts(id)];
    spy.mockRestore();
    await opened.bench.append(said(id, "three"));
    expect(read.map((of) => of.slice(1))).toEqual([["one"], ["one"]]);
    expect((await texts(id)).slice(1)).toEqual(["one", "three"]);
  });
});
