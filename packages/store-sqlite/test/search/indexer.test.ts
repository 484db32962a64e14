import { anInboundAppend, aText, findAll, hitId, noLeases } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { repairStore } from "../../src/index.ts";
import { entriesBehind } from "../../src/search/erase-entries.ts";
import { OpenedStore } from "../support/opened-store.ts";

let store: OpenedStore;

beforeEach(() => {
  store = new OpenedStore();
});
afterEach(() => store.close());

const found = async (text: string) => (await findAll(store.bench, text)).map(hitId);
const say = (visitorKey: string, text: string) =>
  store.bench.store(anInboundAppend({ visitorKey, messages: [aText(text)] }), noLeases);

describe("the search index", () => {
  it("is filled again after a repair has emptied it", async () => {
    await say("1", "a needle");
    await store.bench.index();
    store.database.write((connection) =>
      connection.run("insert into search_messages (rowid, text) values (99, 'a needle of nobody')"),
    );
    await store.reopen(async () => {
      const { found: wrong } = await repairStore({ directory: store.directory });
      expect(wrong).toEqual([{ name: "the search index", rows: 1 }]);
    });
    expect(await found("needle")).toEqual([]);
    await store.bench.index();
    expect(await found("needle")).toEqual(["shop-key-1.1"]);
  });

  it("is made anew by every repair, because nothing tells which entries it lacks", async () => {
    await say("1", "a needle");
    await store.bench.index();
    store.database.write((connection) => connection.run("delete from search_messages"));
    await store.reopen(async () => void (await repairStore({ directory: store.directory })));
    await store.bench.index();
    expect(await found("needle")).toEqual(["shop-key-1.1"]);
  });

  it("loses long messages in more steps than short ones, so that erasing holds nothing up for long", async () => {
    const pageOf = (id: string) =>
      store.database.read((connection) => entriesBehind(connection, id, 0)).length;
    for (let count = 0; count < 8; count += 1) {
      await say("short", `needle ${count}`);
      await say("long", `needle ${count} ${"word ".repeat(180)}`);
    }
    await store.bench.index();
    expect(pageOf("shop-key-short")).toBe(8);
    expect(pageOf("shop-key-long")).toBe(2);
  });

  it("has no entry of a message whose transaction failed, nor passes over the next one", async () => {
    await say("1", "a needle");
    await store.bench.index();
    store.breakOnce();
    await expect(store.bench.append(anInboundAppend())).rejects.toThrow("store");
    await say("2", "another needle");
    await store.bench.index();
    expect(await found("needle")).toEqual(["shop-key-2.1", "shop-key-1.1"]);
  });

  it("waits for no disk when there is nothing to write", async () => {
    await say("1", "a needle");
    await store.bench.index();
    const changes = () => store.count("select total_changes() as n");
    const before = changes();
    await store.bench.index();
    expect(changes()).toBe(before);
  });
});
