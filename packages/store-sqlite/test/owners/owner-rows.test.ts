import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anInboundAppend, anOwnerAppend, delivered } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../src/connection/connection.ts";
import { repairStore } from "../../src/index.ts";
import { OpenedStore } from "../support/opened-store.ts";
import { wrongDataOf } from "../support/wrong-data.ts";

const sales = { backend: "sales", assignee: null };
const page = { before: null, limit: 100 };
let opened: OpenedStore;

beforeEach(async () => {
  opened = new OpenedStore();
  await opened.bench.stores.backends.open({ names: ["default", "sales"], takesDefault: null });
});
afterEach(() => opened.close());

/** The statements of a call, without those of its transaction. */
async function statementsOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = [];
  const spies = (["get", "all", "run"] as const).map((method) => {
    const original = Connection.prototype[method];
    return vi.spyOn(Connection.prototype, method).mockImplementation(function watched(
      this: Connection,
      sql: string,
      ...values
    ) {
      seen.push(sql.trim().split(/\s/)[0] ?? "");
      return original.call(this, sql, ...values) as never;
    });
  });
  await call();
  for (const spy of spies) spy.mockRestore();
  return seen.filter((word) => word !== "begin" && word !== "commit");
}

describe("a message with one backend", () => {
  it("takes as many statements as before there were owners", async () => {
    const { bench } = opened;
    const id = await bench.converse();
    let lease = await bench.accept();
    await bench.settle(lease, delivered);
    const accepted = await statementsOf(async () => {
      lease = await bench.accept();
    });
    expect(accepted).toEqual(["insert", "update", "insert", "update"]);
    const settled = await statementsOf(() => bench.settle(lease, delivered));
    expect(settled).toEqual(["select", "update", "delete"]);
    expect(await statementsOf(() => bench.reply(id))).toEqual([
      "select",
      "insert",
      "select",
      "insert",
      "update",
    ]);
    expect(await statementsOf(() => bench.claim())).toEqual([
      "select",
      "select",
      "select",
      "select",
    ]);
  });
});

describe("the owner of a conversation", () => {
  it("stays what it was when the commit that changes it fails", async () => {
    const { bench, database } = opened;
    const id = await bench.converse();
    database.read((connection) =>
      connection.script(`create temp trigger refuse before insert on main.owner_changes
        begin select raise(rollback, 'not today'); end`),
    );
    await expect(bench.append(anOwnerAppend(id, sales))).rejects.toMatchObject({
      code: "store-failed",
    });
    expect(opened.count("select oldest_reader as n from parley_schema")).toBe(5);
    database.read((connection) => connection.script("drop trigger temp.refuse"));
    expect(await bench.append(anOwnerAppend(id, sales))).toMatchObject({ status: "stored" });
    const lease = await bench.accept(anInboundAppend(), {
      others: { sales: { inbound: 1, reports: 0, notices: 0 } },
    });
    expect(lease).toMatchObject({
      backend: "sales",
      conversation: { owner: { ...sales, fence: 1 } },
    });
  });

  it("is found among more conversations than one call reads, by few and by many", async () => {
    const { bench, database } = opened;
    await bench.converse("first");
    database.write((connection) =>
      connection.script(`
        create temp table numbers as
          with recursive numbers (value) as (select 1 union all select value + 1 from numbers where value < 3000)
          select value from numbers;
        insert into conversations (id, channel, visitor_key, visitor_id, profile, created_at, backend)
          select 'c-' || value, 1, 'v-' || value, '1', '{}', 5, iif(value > 2500, 0, 1) from numbers;
        insert into activities select conversation, 5 + created_at, 1 from conversations where id like 'c-%';
        update conversations set assignee = '"ada"' where id in ('c-7', 'c-2900');`),
    );
    const { owners } = bench.stores;
    const all = async (query: Parameters<typeof owners.owned>[0]) => {
      const ids: string[] = [];
      for (let before: string | null = null; ;) {
        const { items, next } = await owners.owned(query, { before, limit: 400 });
        ids.push(...items.map(({ id }) => id));
        if (next === null) return ids;
        before = next;
      }
    };
    expect((await all({ backends: ["sales"] })).length).toBe(2500);
    expect((await all({ backends: ["default"] })).length).toBe(501);
    expect(await all({ assignee: "ada" })).toEqual(["c-2900", "c-7"]);
    expect(await all({ backends: ["sales"], assignee: "ada" })).toEqual(["c-7"]);
    expect((await owners.counts()).toSorted((a, b) => a.conversations - b.conversations)).toEqual([
      { backend: "default", assignee: "ada", conversations: 1 },
      { backend: "sales", assignee: "ada", conversations: 1 },
      { backend: "default", assignee: null, conversations: 500 },
      { backend: "sales", assignee: null, conversations: 2499 },
    ]);
  });
});

describe("a repair", () => {
  it("gives lanes to their backends again, and leaves a change of owner that waits alone", async () => {
    const { bench } = opened;
    for (const visitorKey of ["a", "b", "c"])
      await bench.store(anInboundAppend({ visitorKey, backend: "sales" }));
    const quiet = await bench.converse("quiet");
    const change = { tellsNew: true, tellsOld: true };
    await bench.store(anOwnerAppend(quiet, sales, change), { notices: 0 });
    const lanes = "select conversation, kind, head, waiting from lanes order by conversation, kind";
    const read = () => opened.database.read((connection) => connection.all(lanes));
    const before = read();
    expect(before).toMatchObject([
      { kind: 4 },
      { kind: 4 },
      { kind: 4 },
      { kind: 3, waiting: 1 },
      { kind: 4, head: 0, waiting: 0 },
    ]);
    expect(wrongDataOf((sql) => opened.count(sql))).toEqual([]);
    opened.database.write((connection) => connection.run("delete from lanes where waiting > 0"));
    await opened.reopen(async () => {
      await repairStore({ directory: opened.directory });
    });
    expect(read()).toEqual(before);
  });
});

describe("an erased conversation", () => {
  it("leaves no word of its owners in any file, and names them to every backend", async () => {
    const { bench } = opened;
    const id = await bench.converse();
    const words = ["assignee-of-1!", "why-of-1!", "by-of-1!"] as const;
    const [assignee, why, by] = words;
    const change = { why, by, tellsNew: true, tellsOld: true };
    await bench.store(anOwnerAppend(id, { backend: "sales", assignee }, change), { notices: 0 });
    await bench.store(
      anOwnerAppend(id, { backend: null, assignee: null }, { ...change, fence: 1 }),
    );
    await bench.store(anOwnerAppend(id, { backend: "default", assignee }, { ...change, fence: 2 }));
    const found = () => {
      const files = readdirSync(opened.directory).map((name) =>
        readFileSync(join(opened.directory, name)),
      );
      return words.filter((word) => files.some((bytes) => bytes.includes(word)));
    };
    expect(found()).toEqual(words);
    expect((await bench.stores.owners.history(id, page)).items.length).toBe(3);
    await bench.erase(id);
    expect(found()).toEqual([]);
    expect((await bench.stores.owners.history(id, page)).items).toEqual([]);
    const [notice] = await bench.stores.erasures.notices(0, 1);
    expect(notice?.owners).toEqual(["default", "sales"]);
    // A row gets the number of the one that was erased.
    const next = await bench.converse("next");
    expect((await bench.stores.owners.history(next, page)).items).toEqual([]);
  });
});
