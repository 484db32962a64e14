import { backendDeadlineMs, longestAskedPauseMs } from "./schedule.ts";

/** Name of the backend of a gateway with one agent app. */
export const defaultBackend = "default";
/** A pause of this length or longer makes the backend unavailable (ruling 2). */
const unavailableMs = 30_000;
/** An instant further ahead than this comes from before the wall clock was set back. */
const aheadMs = 10_000;

/** What is known about the pauses of one backend. Instants are epoch milliseconds. */
export interface BackendPause {
  readonly backend: string;
  /** Counts the writes, from 1. */
  readonly revision: number;
  /** The beginning of the first of several pauses in a row; `null`: there was none, or an event was taken since. */
  readonly since: number | null;
  /** The end of the newest pause; `null` as `since`. */
  readonly until: number | null;
  /** When the backend last called `ready()`; `null`: never. */
  readonly readyAt: number | null;
}

/** A pause of the whole backend, as a call has asked for it. */
export interface PauseRequest {
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly forMs: number;
}

/** What a backend is asked: everything, a few events to find out whether it takes them, or nothing. */
export type BackendLevel = "all" | "few" | "none";

/** What the backend may be asked at `now`. */
export function levelAt(pause: BackendPause | null, now: number): BackendLevel {
  if (pause === null || pause.until === null) return "all";
  return now < pause.until ? "none" : "few";
}

/** Whether the pause is long enough that nobody should be told that agents are there (ruling 2). */
export function isUnavailable(pause: BackendPause | null, now: number): boolean {
  if (pause === null || pause.since === null || pause.until === null) return false;
  return now < pause.until && pause.until - pause.since >= unavailableMs;
}

/** Whether `ready()` came after a call began. An instant in the future is from before the clock was set back. */
export function isReadySince(readyAt: number | null, calledAt: number, now: number): boolean {
  return readyAt !== null && readyAt >= calledAt && readyAt <= now + aheadMs;
}

/** After the backend asked for a pause. `null`: nothing changes: it lasts as long already, or `ready()` came since that call. */
export function askedPause(
  before: BackendPause | null,
  backend: string,
  { calledAt, answeredAt, forMs }: PauseRequest,
): BackendPause | null {
  const { since = null, until = null, readyAt = null } = before ?? {};
  if (isReadySince(readyAt, calledAt, answeredAt)) return null;
  const asked = answeredAt + forMs;
  const isInRow = until !== null && answeredAt <= until + backendDeadlineMs;
  const isRunning = until !== null && answeredAt < until;
  if (isRunning && asked <= until) return null;
  return {
    backend,
    revision: revisionAfter(before),
    since: isInRow ? since : answeredAt,
    until: asked,
    readyAt,
  };
}

/** After `ready()`. The pause ends, and a few events go first. */
export function readyPause(
  before: BackendPause | null,
  backend: string,
  now: number,
): BackendPause {
  const { since = null, until = null } = before ?? {};
  return {
    backend,
    revision: revisionAfter(before),
    since,
    until: until === null ? null : Math.min(until, now),
    readyAt: now,
  };
}

/** After an event was taken. `null`: nothing changes, because there is no pause, or the call began before its end. */
export function takenPause(before: BackendPause | null, calledAt: number): BackendPause | null {
  if (before === null || before.until === null || calledAt < before.until) return null;
  return { ...before, revision: revisionAfter(before), since: null, until: null };
}

/** After the wall clock was set back: a pause ends one hour from now at most. `null`: nothing changes. */
export function repairedPause(before: BackendPause | null, now: number): BackendPause | null {
  if (before === null) return null;
  const { until, readyAt } = before;
  const latest = now + longestAskedPauseMs;
  const isLong = until !== null && until > latest + aheadMs;
  const isReadyLater = readyAt !== null && readyAt > now + aheadMs;
  if (!isLong && !isReadyLater) return null;
  return {
    ...before,
    revision: revisionAfter(before),
    until: isLong ? latest : until,
    readyAt: isReadyLater ? now : readyAt,
  };
}

function revisionAfter(before: BackendPause | null): number {
  return (before?.revision ?? 0) + 1;
}
