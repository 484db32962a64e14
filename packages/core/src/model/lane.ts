import { attemptLimit, backendDeadlineMs, longestPauseMs, takeoverMs, tickMs } from "./schedule.ts";

/** A start further ahead than this was written before the wall clock was set back. */
const aheadMs = 10_000;

export const laneKinds = ["inbound", "outbound", "reports"] as const;
/** `inbound`: visitor → agent app; `outbound`: agent → integrating system; `reports`: failures → agent app. */
export type LaneKind = (typeof laneKinds)[number];

/** The ordered queue of one conversation of one kind. */
export interface Lane {
  readonly kind: LaneKind;
  readonly conversationId: string;
}

/** How far a lane's head has come. `startedAt` is `null` until the first lease under which anything may have been done. */
export interface Progress {
  readonly attempt: number;
  /** Epoch milliseconds at which the first attempt was granted. */
  readonly startedAt: number | null;
}

/** What a grant writes into the lane, before any socket opens. */
export interface LeaseTerms {
  /** From 1. On `outbound` the number of the tick; `attemptLimit + 1` means no attempt is left. */
  readonly attempt: number;
  readonly startedAt: number;
  /** Epoch milliseconds: the lane's `due` while leased, the instant of takeover. */
  readonly until: number;
}

/**
 * The terms on which a lane's head is leased at `now`. Every store calls this inside the granting transaction.
 * A tick that was missed is skipped, and a crash may waste an attempt but never adds one (ruling 15).
 */
export function grantLease(kind: LaneKind, progress: Progress, now: number): LeaseTerms {
  const startedAt = progress.startedAt ?? now;
  if (kind !== "outbound") {
    return {
      attempt: progress.attempt + 1,
      startedAt,
      until: now + backendDeadlineMs + takeoverMs,
    };
  }
  const ticksGone = Math.max(0, Math.floor((now - startedAt) / tickMs));
  const attempt = Math.min(Math.max(progress.attempt, ticksGone), attemptLimit) + 1;
  return { attempt, startedAt, until: Math.max(now, startedAt + tickMs * attempt) + takeoverMs };
}

/**
 * What a lease under which nothing was done leaves in its lane: its attempt is granted again, and a series of which it was
 * the first begins anew. Due at once; an outbound tick that is over by then is skipped.
 */
export function unusedLease(
  { attempt, startedAt }: Progress,
  now: number,
): Progress & { readonly due: number } {
  return attempt <= 1
    ? { attempt: 0, startedAt: null, due: now }
    : { attempt: attempt - 1, startedAt, due: now };
}

/** What `release` writes into a leased lane: when it is due again, and a start that no clock has left far ahead. */
export function releaseLease(
  kind: LaneKind,
  progress: Progress,
  now: number,
): { readonly due: number; readonly startedAt: number | null } {
  if (kind !== "outbound" || progress.startedAt === null) {
    return { due: now, startedAt: progress.startedAt };
  }
  const startedAt = startNotAfter(progress.startedAt, progress.attempt, now);
  return { due: Math.max(now, startedAt + tickMs * progress.attempt), startedAt };
}

/**
 * `due` and `startedAt` of an unleased lane after a restart: the wall clock may have jumped meanwhile, so a `due`
 * beyond the longest pause, or that belongs to a start left far ahead, counts as now. `lateMs`: how long ago `now` was;
 * what other nodes started since is not ahead.
 */
export function repairAfterRestart(
  kind: LaneKind,
  lane: Progress & { readonly due: number },
  now: number,
  lateMs = 0,
): { readonly due: number; readonly startedAt: number | null } {
  const due = lane.due > now + longestPauseMs ? now : lane.due;
  if (kind !== "outbound" || lane.startedAt === null) return { due, startedAt: lane.startedAt };
  const startedAt = startNotAfter(lane.startedAt, lane.attempt, now, lateMs);
  return { due: startedAt === lane.startedAt ? due : Math.min(due, now), startedAt };
}

/** A start may be ahead of `now` by what two nodes' clocks differ, and by what an answer takes on its way. */
function startNotAfter(startedAt: number, attempt: number, now: number, lateMs = 0): number {
  return startedAt > now + lateMs + aheadMs ? now - tickMs * attempt : startedAt;
}
