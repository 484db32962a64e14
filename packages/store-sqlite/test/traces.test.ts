import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { aBudget, anInboundAppend, anOutboundAppend, aText, purgeAll } from "@parley/conformance";
import type { Append, Lease, Verdict } from "@parley/core";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../src/database.ts";
import { fileName, storesOver, temporaryDirectory } from "./opened-stores.ts";

const visitors = 12;
const day = 24 * 60 * 60 * 1_000;
let directory: string;
let remove: () => void;
let database: Database;
let now: number;

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  database = Database.open({ directory, fileName });
  now = 1_700_000_000_000;
});
afterEach(() => {
  database.close();
  remove();
});

/** Words that only one visitor's rows hold: key, id, profile, texts of both sides, failures, memos, records, reports. */
const words = (visitor: number): readonly string[] =>
  ["key", "näme", "+49\u0001", "text", "answer", "failure", "memo", "record", "report"].map(
    (word) => `${word}-of-${visitor}!`,
  );

/** As SQLite may hold them: in UTF-8, and with what JSON escapes, once or twice. */
function tracesOf(visitor: number): string[] {
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  const wanted = words(visitor).flatMap((word) => {
    const ascii = word.replace(
      /[^\x20-\x7e]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    return [word, escaped(word), escaped(escaped(word)), ascii];
  });
  return readdirSync(directory).flatMap((file) => {
    const bytes = readFileSync(join(directory, file));
    return [...new Set(wanted)]
      .filter((one) => bytes.includes(one))
      .map((one) => `${file}: ${one}`);
  });
}

function appendOf(visitor: number, round: number): Append {
  const [key = "", name = "", phone = "", text = "", answer = ""] = words(visitor);
  const long = "x".repeat((round * 37) % 11 === 0 ? 3_000 : (round * 53) % 400);
  if (round % 3 === 2) {
    const messages = [aText(`${answer} ${long}`)];
    return anOutboundAppend(`c-${visitor}`, { messages, idempotencyKey: `${round}` });
  }
  return anInboundAppend({
    visitorKey: key,
    visitorId: JSON.stringify(key),
    candidateId: `c-${visitor}`,
    profile: { name: name.repeat(1 + (round % 5)), phone },
    messages: [aText(`${text} ${long}`)],
  });
}

function verdictOf({ lane: { conversationId }, attempt }: Lease, round: number): Verdict {
  const of = words(Number(conversationId.slice(2)));
  const [, , , , , failure = "", memo = "", record = "", report = ""] = of;
  const long = "y".repeat((round * 29) % 300);
  if (round % 4 === 0 && attempt === 1) return { kind: "retry", due: now, memo: `${memo} ${long}` };
  if (round % 5 === 0) {
    const failed = { reason: "rejected", description: failure } as const;
    return { kind: "failed", failure: failed, report: JSON.stringify({ report }), record };
  }
  return { kind: "delivered", record: `${record} ${long}` };
}

/** Some hundred messages of each visitor, side by side in the same pages; in the end nothing waits. */
async function converse(rounds: number, first = 0): Promise<void> {
  const { messages } = storesOver(database);
  let leases: readonly Lease[] = [];
  for (let round = first; round < first + rounds || leases.length > 0; round += 1) {
    now += 10;
    const appends =
      round < first + rounds
        ? Array.from({ length: visitors }, (_, visitor) => appendOf(visitor, round))
        : [];
    const settlements = leases.map((lease) => ({
      lane: lease.lane,
      token: lease.token,
      verdict: verdictOf(lease, round),
    }));
    const granted = (await messages.commit({ appends, settlements }, now, aBudget())).leases;
    leases = [...granted, ...(await messages.claim(now, aBudget()))];
  }
}

async function reopen(): Promise<void> {
  database.close();
  database = Database.open({ directory, fileName });
}

describe("an erased visitor", () => {
  it("leaves no trace in any file, neither at once nor after a restart", async () => {
    await converse(150);
    expect(tracesOf(5).length).toBeGreaterThan(5);
    for (const visitor of [5, 0, 11]) {
      expect(await storesOver(database).conversations.erase(`c-${visitor}`)).toBe(true);
      expect(tracesOf(visitor)).toEqual([]);
    }
    await converse(20, 150);
    await storesOver(database).conversations.erase("c-5");
    await reopen();
    expect(tracesOf(5)).toEqual([]);
    expect(tracesOf(6).length).toBeGreaterThan(5);
  });

  it("leaves none in a file that is too large to be rewritten at once, after the next start", async () => {
    await converse(1_500);
    expect(statSync(join(directory, fileName)).size).toBeGreaterThan(5 * 1024 * 1024);
    await storesOver(database).conversations.erase("c-5");
    await storesOver(database).conversations.erase("c-11");
    await reopen();
    expect([...tracesOf(5), ...tracesOf(11)]).toEqual([]);
  });

  it("leaves none although a lane was under way", async () => {
    await converse(20);
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
    expect(tracesOf(3)).toEqual([]);
  });

  it("leaves none once whoever was reading the file has let go", async () => {
    await converse(20);
    const reader = new Sqlite(join(directory, fileName), { readonly: true });
    reader.exec("begin");
    reader.prepare("select count(*) from deliveries").get();
    await storesOver(database).conversations.erase("c-4");
    expect(tracesOf(4)).not.toEqual([]);
    reader.exec("commit");
    reader.close();
    await storesOver(database).conversations.erase("c-1");
    expect(tracesOf(4)).toEqual([]);
  });
});

describe("what was old enough to be forgotten", () => {
  it("leaves no trace in any file either", async () => {
    await converse(60);
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
      expect(tracesOf(visitor)).toEqual(visitor === 7 ? [expect.stringContaining(young)] : []);
  });
});
