import type { AttemptOutcome, AttemptRecord } from "../../model/attempt.ts";
import type { ChannelKnobs } from "../../model/channel.ts";
import { cutText, textLimit } from "../../protocol/messages/text.ts";
import { type CountedEnd, outcomeOf } from "../inbound/backend-end.ts";
import type { AttemptEnd, AttemptMemo } from "./redelivery.ts";

/** A stored attempt record: its fields in order, without missing ones at the end. */
type Row = readonly [number, number, number, AttemptOutcome, (number | null)?, string?];

interface Kept extends Partial<AttemptMemo> {
  /** Absent in memos of versions that stored no records. */
  readonly attempts?: readonly Row[];
}

/** The memo of a head between attempts; `null` when there is nothing to store. */
export function writeMemo(
  memo: AttemptMemo | null,
  attempts: readonly AttemptRecord[],
): string | null {
  if (memo === null && attempts.length === 0) return null;
  return JSON.stringify({ ...memo, attempts: attempts.map(rowOf) } satisfies Kept);
}

/** Parses a memo of `writeMemo`; `null` for a series without a finished attempt. */
export function readMemo(text: string | null): AttemptMemo | null {
  if (text === null) return null;
  const { attempt, reason, description = null } = JSON.parse(text) as Kept;
  return attempt === undefined || reason === undefined ? null : { attempt, reason, description };
}

/** The record of a settled delivery. */
export function writeRecord(attempts: readonly AttemptRecord[]): string | null {
  return attempts.length === 0 ? null : JSON.stringify(attempts.map(rowOf));
}

/** The attempts in a memo or a record. */
export function readAttempts(text: string | null): readonly AttemptRecord[] {
  if (text === null) return [];
  const kept = JSON.parse(text) as Kept | readonly Row[];
  const rows = "length" in kept ? kept : (kept.attempts ?? []);
  return rows.map(recordOf);
}

function rowOf(record: AttemptRecord): Row {
  const { attempt, startedAt, durationMs, outcome, status = null, description } = record;
  if (description !== undefined)
    return [attempt, startedAt, durationMs, outcome, status, description];
  if (status !== null) return [attempt, startedAt, durationMs, outcome, status];
  return [attempt, startedAt, durationMs, outcome];
}

function recordOf([
  attempt,
  startedAt,
  durationMs,
  outcome,
  status,
  description,
]: Row): AttemptRecord {
  return {
    attempt,
    startedAt,
    durationMs,
    outcome,
    ...(typeof status === "number" ? { status } : {}),
    ...(description === undefined ? {} : { description }),
  };
}

/** Number and times of an attempt. */
export type AttemptTimes = Pick<AttemptRecord, "attempt" | "startedAt" | "durationMs">;

/** The newest attempts are enough, because an inbound message may be tried for days. */
const keptInbound = 10;

/** The record of a POST. Leaves out the integrating system's words when their code is hidden (ruling 17). */
export function postRecord(
  times: AttemptTimes,
  end: AttemptEnd,
  { hiddenErrorCodes }: Pick<ChannelKnobs, "hiddenErrorCodes">,
): AttemptRecord {
  if (end.kind === "failure") return { ...times, outcome: end.failure };
  const { kind: outcome, status } = end;
  const record = { ...times, outcome, ...(status === undefined ? {} : { status }) };
  if (end.kind !== "failure-shape" || end.description === undefined) return record;
  return hiddenErrorCodes.includes(end.code) ? record : { ...record, description: end.description };
}

/** The record of a call to the agent app that counts as an attempt: one that did not end with a pause. */
export function callRecord(times: AttemptTimes, end: CountedEnd): AttemptRecord {
  const record = { ...times, outcome: outcomeOf(end) };
  if (end.outcome !== "rejected") return record;
  return { ...record, description: cutText(end.reason, textLimit).text };
}

/** Adds a record and keeps the newest `keptInbound` attempts. */
export function withCall(
  earlier: readonly AttemptRecord[],
  record: AttemptRecord,
): readonly AttemptRecord[] {
  return [...earlier, record].slice(-keptInbound);
}
