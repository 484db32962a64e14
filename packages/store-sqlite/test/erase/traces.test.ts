import { statSync } from "node:fs";
import { join } from "node:path";
import { aBudget, anInboundAppend, aText, purgeAll } from "@parley/conformance";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";
import {
  appendOf,
  converse,
  fill,
  plantTraces,
  tracesIn,
  visitors,
  words,
} from "./traced-visitors.ts";

const day = 24 * 60 * 60 * 1_000;
let directory: string;
let remove: () => void;
let database: Database;
let now: number;

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  database = Database.open({ directory, fileName });
});
afterEach(() => {
  database.close();
  remove();
});

async function reopen(meanwhile = () => {}): Promise<void> {
  database.close();
  meanwhile();
  database = Database.open({ directory, fileName });
}

describe("an erased visitor", () => {
  it("leaves no trace in any file, neither at once nor after a restart", async () => {
    now = await converse(database, 150);
    expect(tracesIn(directory, 5).length).toBeGreaterThan(5);
    for (const visitor of [5, 0, 11]) {
      expect(await storesOver(database).conversations.erase(`c-${visitor}`)).toBe(true);
      expect(tracesIn(directory, visitor)).toEqual([]);
    }
    now = await converse(database, 20, 150);
    await storesOver(database).conversations.erase("c-5");
    await reopen();
    expect(tracesIn(directory, 5)).toEqual([]);
    expect(tracesIn(directory, 6).length).toBeGreaterThan(5);
  });

  it("leaves none in the search index either, neither as text nor as trigrams", async () => {
    now = await converse(database, 12);
    const { search, conversations } = storesOver(database);
    while (!(await search.index(now, 500)).isCaughtUp);
    const find = async (text: string) =>
      (await search.find(text, { before: null, limit: 5 })).items.length;
    const [, name = "", , text = ""] = words(5);
    expect([await find(name), await find(text)]).toEqual([1, 5]);
    expect(await conversations.erase("c-5")).toBe(true);
    expect([await find(name), await find(text)]).toEqual([0, 0]);
    expect(tracesIn(directory, 5)).toEqual([]);
    const left = database.read((connection) =>
      connection.all("select text from search_messages where search_messages match ?", '"f-5"'),
    );
    expect(left).toEqual([]);
    expect(tracesIn(directory, 6).length).toBeGreaterThan(5);
    const check = (name: string) =>
      `insert into ${name} (${name}, rank) values ('integrity-check', 1)`;
    for (const table of ["search_messages", "search_visitors"])
      database.write((connection) => connection.run(check(table)));
  });

  it("leaves none in a file that is too large to be rewritten at once, after the next start", async () => {
    await fill(database);
    now = await converse(database, 100);
    expect(statSync(database.path).size).toBeGreaterThan(4 * 1024 * 1024);
    await reopen(() => plantTraces(database.path, 5));
    await storesOver(database).conversations.erase("c-5");
    expect(tracesIn(directory, 5)).not.toEqual([]);
    await reopen();
    expect(tracesIn(directory, 5)).toEqual([]);
  });

  it("leaves none although an attempt was running", async () => {
    now = await converse(database, 20);
    const { messages, conversations } = storesOver(database);
    const batch = { appends: [appendOf(3, 0), appendOf(3, 2)], settlements: [] };
    const { leases } = await messages.commit(batch, now, aBudget());
    const settlements = leases.map(({ lane, token }) => ({
      lane,
      token,
      verdict: { kind: "retry", due: now + 1, memo: words(3)[6] ?? "" } as const,
    }));
    await messages.commit({ appends: [], settlements }, now, aBudget());
    await conversations.erase("c-3");
    expect(tracesIn(directory, 3)).toEqual([]);
  });

  it("leaves none once other readers of the file have closed it", async () => {
    now = await converse(database, 20);
    const reader = new Sqlite(join(directory, fileName), { readonly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from deliveries").get();
    await storesOver(database).conversations.erase("c-4");
    expect(tracesIn(directory, 4)).not.toEqual([]);
    reader.exec("commit");
    reader.close();
    await storesOver(database).conversations.erase("c-1");
    expect(tracesIn(directory, 4)).toEqual([]);
  });
});

describe("data erased by retention", () => {
  it("leaves no entry in the search index", async () => {
    now = await converse(database, 3);
    const { search, retention } = storesOver(database);
    while (!(await search.index(now, 500)).isCaughtUp);
    await purgeAll(retention, now + day);
    const count = (table: string) =>
      database.read((connection) => connection.all(`select rowid from ${table}`).length);
    expect([count("search_messages"), count("search_visitors")]).toEqual([0, 0]);
    expect(tracesIn(directory, 5)).toEqual([]);
  });

  it("leaves no trace in any file either", async () => {
    now = await converse(database, 60);
    now += day;
    const young = words(7)[3] ?? "";
    const append = anInboundAppend({
      visitorKey: "young",
      candidateId: "young",
      messages: [aText(young)],
    });
    await storesOver(database).messages.commit(
      { appends: [append], settlements: [] },
      now,
      aBudget(),
    );
    const purged = await purgeAll(storesOver(database).retention, now);
    expect(purged).toEqual({ conversations: visitors, messages: visitors * 60 });
    for (let visitor = 0; visitor < visitors; visitor += 1)
      expect(tracesIn(directory, visitor)).toEqual(
        visitor === 7 ? [expect.stringContaining(young)] : [],
      );
  });
});
