import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StateWrite } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SqliteBackupSource } from "../../src/backup/backup-source.ts";
import { Database } from "../../src/connection/database.ts";
import { OpenedStore } from "../support/opened-store.ts";
import { fileName, storesOver } from "../support/opened-stores.ts";

let opened: OpenedStore;
beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

const limits = { entries: 10_000, bytes: 10_000_000 };
const traceOf = (visitor: string) => `kept-about-${visitor}!`;

/** Entries about a visitor among those of others, on many pages. */
async function keep(visitor: string, conversationId: string): Promise<void> {
  for (let batch = 0; batch < 4; batch += 1) {
    const writes = Array.from({ length: 50 }, (_, index): StateWrite => {
      const place = batch * 50 + index;
      const value = JSON.stringify(`${traceOf(visitor)} ${"x".repeat((place * 37) % 600)}`);
      const fields = { due: null, expiresAt: null, when: {} };
      return { kind: "put", key: `${traceOf(visitor)}${place}`, value, conversationId, ...fields };
    });
    await opened.bench.commit({ states: [{ instance: "desk", writes, limits }] });
  }
}

/** Files of the directory in which the visitor's trace stands. */
const traces = (visitor: string): readonly string[] =>
  readdirSync(opened.directory)
    .map((name) => join(opened.directory, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(traceOf(visitor)));

describe("what a plugin keeps about an erased visitor", () => {
  it("is gone from the bytes of every file once its listener has taken it", async () => {
    const { bench } = opened;
    const [anna, berta] = [await bench.converse("anna"), await bench.converse("berta")];
    await keep("anna", anna);
    await keep("berta", berta);
    await keep("anna", anna);
    await bench.erase(anna);
    expect(traces("anna").length).toBeGreaterThan(0);
    const { erasures } = bench.stores;
    for (;;) {
      const entries = await erasures.entries("desk", anna, 100);
      if (entries.length === 0) break;
      await erasures.removeEntries(anna, { of: "desk", keys: entries.map(({ key }) => key) });
    }
    expect(traces("anna")).toEqual([]);
    expect(traces("berta").length).toBeGreaterThan(0);
  });

  it("is gone at once from what nobody listens for, and when it expires", async () => {
    const { bench } = opened;
    const [anna, berta] = [await bench.converse("anna"), await bench.converse("berta")];
    await keep("anna", anna);
    await keep("berta", berta);
    await bench.erase(anna);
    await bench.stores.erasures.removeEntries(anna, { ofAllBut: ["rota"] });
    expect(traces("anna")).toEqual([]);
    await bench.erase(berta);
    const { retention } = bench.stores;
    await retention.expireEntries(bench.now, 100);
    bench.now += 30 * 86_400_000;
    while ((await retention.expireEntries(bench.now, 100)) > 0);
    expect(traces("berta")).toEqual([]);
  });
});

describe("a backup", () => {
  it("holds what plugins keep", async () => {
    const { bench } = opened;
    await keep("anna", await bench.converse("anna"));
    const copy = "copy.db";
    await new SqliteBackupSource(opened.database, fileName).write(
      join(opened.directory, copy),
      () => {},
      new AbortController().signal,
    );
    const page = { prefix: "", after: null, limit: 1_000 };
    const kept = await bench.stores.state.list("desk", page, bench.now);
    const database = Database.open({ directory: opened.directory, fileName: copy });
    expect(await storesOver(database).state.list("desk", page, bench.now)).toEqual(kept);
    expect(kept).toHaveLength(200);
    database.close();
  });
});
