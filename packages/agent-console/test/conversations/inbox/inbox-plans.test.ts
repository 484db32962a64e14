import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { inboxListNames } from "../../../src/conversations/inbox/inbox-list.ts";
import { InboxLists } from "../../../src/conversations/inbox/inbox-lists.ts";
import { openSqliteConsole } from "../../../src/database/sqlite-console.ts";

const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };
const filters = [
  { channelId: null, from: null, to: null },
  { channelId: "shop", from: null, to: null },
  { channelId: null, from: 1, to: 9 },
  { channelId: "shop", from: 1, to: 9 },
];

it("no list and no count of the inbox reads rows that it does not show: each has an index", async () => {
  const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const database = openSqliteConsole(directory, random);
  onTestFinished(() => database.close());
  const { connection } = database;
  const prepare = vi.spyOn(connection, "prepare");
  const lists = new InboxLists(database);
  const texts: Record<string, string> = {};
  for (const filter of filters) {
    for (const list of inboxListNames) {
      for (const before of [null, "5 a"]) {
        await lists.page("ada", list, filter, { before, limit: 30 });
        texts[JSON.stringify([list, filter, before])] = String(prepare.mock.lastCall?.[0]);
      }
    }
    await lists.counts("ada", filter);
    texts[JSON.stringify(["counts", filter])] = String(prepare.mock.lastCall?.[0]);
  }
  prepare.mockRestore();
  const plans = Object.entries(texts).flatMap(([name, text]) => {
    const nothing = Array.from(text.matchAll(/\?/g), () => null);
    const steps = connection.prepare(`explain query plan ${text}`).all(...nothing);
    return steps.map((step) => [name, (step as { readonly detail: string }).detail] as const);
  });
  expect(plans.length).toBeGreaterThan(Object.keys(texts).length);
  const isWhole = (detail: string) => /^SCAN (e|m)$/.test(detail);
  expect(plans.filter(([, detail]) => isWhole(detail))).toEqual([]);
  const used = (list: string) =>
    plans.filter(([name, detail]) => name.startsWith(`["${list}"`) && detail.includes(" e"));
  for (const [list, index] of [
    ["waiting", "inbox_entry_waiting"],
    ["failed", "inbox_entry_failed"],
    ["unread", "sqlite_autoindex_inbox_entry_1"],
  ] as const) {
    expect(used(list).filter(([, detail]) => !detail.includes(`INDEX ${index}`))).toEqual([]);
  }
});
