import type { AttemptOutcome, AttemptRecord } from "../../model/attempt.ts";
import type { FailureReason } from "../../model/delivery.ts";

/** State of an outbound series that must survive between attempts and after a crash. */
export interface AttemptMemo {
  /** The last attempt whose end was seen. */
  readonly attempt: number;
  /**
   * Why that attempt was not positive. If it sent nothing, the reason of an earlier attempt that may have arrived.
   */
  readonly reason: FailureReason;
  /** Description in the last failure shape of the series; `null` when there was none or its code is hidden. */
  readonly description: string | null;
}

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
