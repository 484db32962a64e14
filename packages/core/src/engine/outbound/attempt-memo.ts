import type { AttemptOutcome, AttemptRecord } from "../../model/attempt.ts";
import type { FailureReason } from "../../model/delivery.ts";

/** What one outbound series must remember between attempts and over a crash. */
export interface AttemptMemo {
  /** The last attempt whose end was seen. */
  readonly attempt: number;
  /** Why that attempt was not positive, or an earlier one that may have arrived when that one sent nothing. */
  readonly reason: FailureReason;
  /** Of the last failure shape seen in the series; `null` when there was none or its code is hidden. */
  readonly description: string | null;
}

/** A record as it is kept: the fields in order, what is missing at the end left out. */
type Row = readonly [number, number, number, AttemptOutcome, (number | null)?, string?];

interface Kept extends Partial<AttemptMemo> {
  /** Absent in a memo of a gateway that kept no records. */
  readonly attempts?: readonly Row[];
}

/** What is kept of a head between attempts. `null`: there is nothing to keep. */
export function writeMemo(
  memo: AttemptMemo | null,
  attempts: readonly AttemptRecord[],
): string | null {
  if (memo === null && attempts.length === 0) return null;
  return JSON.stringify({ ...memo, attempts: attempts.map(rowOf) } satisfies Kept);
}

/** Reads what `writeMemo` wrote; `null` stands for a series without a finished attempt. */
export function readMemo(text: string | null): AttemptMemo | null {
  if (text === null) return null;
  const { attempt, reason, description = null } = JSON.parse(text) as Kept;
  return attempt === undefined || reason === undefined ? null : { attempt, reason, description };
}

/** What is kept of a settled delivery. */
export function writeRecord(attempts: readonly AttemptRecord[]): string | null {
  return attempts.length === 0 ? null : JSON.stringify(attempts.map(rowOf));
}

/** The attempts in a memo or in a record. */
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
