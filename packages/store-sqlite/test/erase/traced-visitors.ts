import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aBudget, anInboundAppend, anOutboundAppend, aText } from "@parley/conformance";
import type { Append, Lease, Verdict } from "@parley/core";
import type { Database } from "../../src/connection/database.ts";
import { storesOver } from "../support/opened-stores.ts";

export const visitors = 12;
const start = 1_700_000_000_000;

/**
 * Words that only one visitor's rows contain: key, id, profile, texts of both sides, failures, memos, records, reports,
 * notices.
 */
export const words = (visitor: number): readonly string[] =>
  [
    "key",
    "näme",
    "+49\u0001",
    "text",
    "answer",
    "failure",
    "memo",
    "record",
    "report",
    "notice",
  ].map((word) => `${word}-of-${visitor}!`);

/** The words as SQLite may store them: in UTF-8, and with JSON escapes, once or twice. */
export function tracesIn(directory: string, visitor: number): string[] {
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

export function appendOf(visitor: number, round: number): Append {
  const [key = "", name = "", phone = "", text = "", answer = ""] = words(visitor);
  const long = "x".repeat((round * 37) % 11 === 0 ? 3_000 : (round * 53) % 400);
  if (round % 3 === 2) {
    const messages = [aText(`${answer} ${long}`)];
    return anOutboundAppend(`c-${visitor}`, { messages, idempotencyKey: `${answer} ${round}` });
  }
  return anInboundAppend({
    visitorKey: key,
    visitorId: JSON.stringify(key),
    candidateId: `c-${visitor}`,
    profile: { name: name.repeat(1 + (round % 5)), phone },
    messages: [aText(`${text} ${long}`)],
  });
}

function verdictOf({ lane, attempt }: Lease, round: number, now: number): Verdict {
  const of = words(Number(lane.conversationId.slice(2)));
  const [, , , , , failure = "", memo = "", record = "", report = "", notice = ""] = of;
  const long = "y".repeat((round * 29) % 300);
  if (round % 4 === 0 && attempt === 1) return { kind: "retry", due: now, memo: `${memo} ${long}` };
  if (round % 5 === 0) {
    const failed = { reason: "rejected", description: failure } as const;
    return { kind: "failed", failure: failed, report: JSON.stringify({ report }), record };
  }
  const told = lane.kind === "outbound" ? { notice: JSON.stringify({ notice }) } : {};
  return { kind: "delivered", record: `${record} ${long}`, ...told };
}

/**
 * Some hundred messages of each visitor, on shared pages. At the end nothing waits.
 * @returns the instant of the end.
 */
export async function converse(database: Database, rounds: number, first = 0): Promise<number> {
  const { messages } = storesOver(database);
  let now = start + first * 10;
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
      verdict: verdictOf(lease, round, now),
    }));
    const granted = (await messages.commit({ appends, settlements }, now, aBudget())).leases;
    leases = [...granted, ...(await messages.claim(now, aBudget()))];
  }
  return now;
}

/** Makes the file larger than the limit for rewriting at once. */
export async function fill(database: Database): Promise<void> {
  const appends = Array.from({ length: 30 }, (_, index) =>
    anInboundAppend({
      visitorKey: `filler-${index}`,
      candidateId: `filler-${index}`,
      messages: [aText("filler".repeat(20_000))],
    }),
  );
  await storesOver(database).messages.commit({ appends, settlements: [] }, start, aBudget());
}

const pageBytes = 4_096;
const treePages = new Set([2, 5, 10, 13]);

/**
 * Writes words of a visitor between the index and the cells of pages, where SQLite leaves moved rows. Nobody may have
 * the file open.
 */
export function plantTraces(path: string, visitor: number): void {
  const bytes = readFileSync(path);
  const text = words(visitor).join("");
  for (let page = pageBytes; page < bytes.length; page += pageBytes) {
    const type = bytes.readUInt8(page);
    if (!treePages.has(type)) continue;
    const begin = page + (type < 10 ? 12 : 8) + 2 * bytes.readUInt16BE(page + 3);
    const end = page + bytes.readUInt16BE(page + 5);
    if (end - begin > 4 * text.length) bytes.write(text, begin + text.length);
  }
  writeFileSync(path, bytes);
}
