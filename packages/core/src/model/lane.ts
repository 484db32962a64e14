import {
  attemptLimit,
  backendDeadlineMs,
  longestAskedPauseMs,
  longestPauseMs,
  takeoverMs,
  tickMs,
} from "./schedule.ts";

/** A start further ahead than this comes from before the wall clock was set back. */
const aheadMs = 10_000;

/** Every lane kind. SQL stores use the index as the kind's number, so the order must not change. */
export const laneKinds = ["inbound", "outbound", "reports", "notices"] as const;
/**
 * `inbound`: visitor → agent app; `outbound`: agent → integrating system; `reports`: failures → agent app; `notices`:
 * delivered messages → agent app.
 */
export type LaneKind = (typeof laneKinds)[number];

/** The kinds whose lanes each backend has of its own. */
export type BackendLaneKind = Exclude<LaneKind, "outbound">;

/** Whether the lane holds messages, and not what the agent app is told about them. */
export function isMessageKind(kind: LaneKind): kind is "inbound" | "outbound" {
  return kind === "inbound" || kind === "outbound";
}

/** The ordered queue of one conversation for one kind. */
export interface Lane {
  readonly kind: LaneKind;
  readonly conversationId: string;
}

/** Progress of a lane's head. `startedAt` is `null` until the first lease that may have been used. */
export interface Progress {
  readonly attempt: number;
  /** Epoch milliseconds at which the first attempt was granted. */
  readonly startedAt: number | null;
}

/** The values that a grant writes into the lane, before any socket opens. */
export interface LeaseTerms {
  /** Counts from 1. On `outbound` the number of the tick; `attemptLimit + 1` means that no attempt is left. */
  readonly attempt: number;
  readonly startedAt: number;
  /** Epoch milliseconds. While leased it is the lane's `due`: from then on another node may take the lane over. */
  readonly until: number;
}

/**
 * The terms of a lease granted at `now`. Every store calls this inside the granting transaction.
 * A missed tick is skipped. A crash may waste an attempt but never adds one (ruling 15).
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
 * The state of a lane after a lease under which nothing was done. Its attempt is granted again; if it was the
 * first, the series starts anew. The lane is due at once; an outbound tick that is over by then is skipped.
 */
export function unusedLease(
  { attempt, startedAt }: Progress,
  now: number,
): Progress & { readonly due: number } {
  return attempt <= 1
    ? { attempt: 0, startedAt: null, due: now }
    : { attempt: attempt - 1, startedAt, due: now };
}

/** The instants of a lane that a pause moves, in epoch milliseconds. */
interface PausableLane {
  readonly startedAt: number | null;
  readonly due: number | null;
  readonly pausedSince: number | null;
}

/** A pause that the backend asked for. */
export interface LanePause {
  /** Epoch milliseconds of the first pause of this head. */
  readonly since: number;
  /** How long the head is not offered, in ms. This time does not count against it. */
  readonly forMs: number;
}

/**
 * The state of a lane whose head the backend asked to send later. The attempt under the lease does not count, and
 * neither does the time of the pause.
 */
export function pausedLease(
  progress: Progress,
  { since, forMs }: LanePause,
): Progress & { readonly pausedSince: number } {
  const attempt = Math.max(0, progress.attempt - 1);
  const startedAt =
    attempt === 0 || progress.startedAt === null ? null : progress.startedAt + forMs;
  return { attempt, startedAt, pausedSince: since };
}

/**
 * `due` and `startedAt` of a lane whose pause ends early. One that is not paused waits after a failed attempt, and stays
 * as it is.
 */
export function resumedLane(
  { startedAt, due, pausedSince }: PausableLane,
  now: number,
): Pick<PausableLane, "startedAt" | "due"> {
  if (pausedSince === null || due === null) return { due, startedAt };
  const leftMs = Math.max(0, due - now);
  return { due: Math.min(due, now), startedAt: startedAt === null ? null : startedAt - leftMs };
}

/**
 * The values that `release` writes into a leased lane: its next `due`, and a start that does not lie far in the
 * future.
 */
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
 * `due` and `startedAt` of an unleased lane after a restart, because the wall clock may have jumped meanwhile. A
 * `due` beyond the longest pause counts as now; while the backend's pause lasts, as one hour from now at most. A `due`
 * whose start lies far in the future counts as now, too.
 * @param lateMs time since `now`; a start that another node wrote in that time does not lie in the future
 */
export function repairAfterRestart(
  kind: LaneKind,
  lane: Progress & { readonly due: number; readonly pausedSince: number | null },
  now: number,
  lateMs = 0,
): { readonly due: number; readonly startedAt: number | null } {
  const due = repairedDue(lane, now);
  if (kind !== "outbound" || lane.startedAt === null) return { due, startedAt: lane.startedAt };
  const startedAt = startNotAfter(lane.startedAt, lane.attempt, now, lateMs);
  return { due: startedAt === lane.startedAt ? due : Math.min(due, now), startedAt };
}

function repairedDue(
  { due, pausedSince }: { readonly due: number; readonly pausedSince: number | null },
  now: number,
): number {
  if (pausedSince !== null) return Math.min(due, now + longestAskedPauseMs);
  return due > now + longestPauseMs ? now : due;
}

/** A start may be ahead of `now` by the difference between two nodes' clocks plus the latency of an answer. */
function startNotAfter(startedAt: number, attempt: number, now: number, lateMs = 0): number {
  return startedAt > now + lateMs + aheadMs ? now - tickMs * attempt : startedAt;
}
