import assert from "node:assert/strict";
import type { Lease, Verdict } from "@parley/core";

/** Limit of the outbound lane (§6). Past it a head's attempt number stays the same. */
const attemptLimit = 3;
const tickMs = 3_000;

/** State of a lane that was leased at least once. */
export interface WatchedLane {
  readonly lease: Lease;
  readonly owner: string;
  isHeld: boolean;
  /** What the lease was settled with; `null`: it was not. */
  verdict: Verdict | null;
}

/** Checks the first lease of a head, or the first one that a new owner gets. */
export function checkFirstLease(
  { attempt, startedAt, memo, pausedSince }: Lease,
  now: number,
): void {
  assert.deepEqual(
    { attempt, startedAt, memo, pausedSince },
    { attempt: 1, startedAt: now, memo: null, pausedSince: null },
    "a new head starts afresh",
  );
}

/** Checks a further lease of a lane. `known`: the lane as of the lease before. */
export function checkNextLease(known: WatchedLane, lease: Lease, now: number): void {
  assert.ok(!known.isHeld || now >= known.lease.until, "a lane is leased to one at a time");
  const { verdict } = known;
  if (verdict !== null && verdict.kind !== "retry") {
    assert.ok(lease.head.sequence > known.lease.head.sequence, "a settled head never comes back");
    return checkFirstLease(lease, now);
  }
  assert.deepEqual(
    lease.head,
    known.lease.head,
    "a head stays, byte for byte, until it is settled",
  );
  assert.equal(lease.pausedSince, pausedSinceAfter(known), "a pause lasts until it is settled");
  const { isUnused = false, pause } = verdict ?? {};
  const isFree = isUnused || pause !== undefined;
  const used = isFree ? known.lease.attempt - 1 : known.lease.attempt;
  assert.ok(
    lease.attempt > used || lease.attempt > attemptLimit,
    "a lease costs an attempt, unless nothing was done under it or the backend asked for a pause",
  );
  const sinceStart = lease.lane.kind === "outbound" ? now - lease.startedAt : 0;
  const most = Math.max(used, Math.floor(sinceStart / tickMs)) + 1;
  const limit = lease.lane.kind === "outbound" ? Math.min(most, attemptLimit + 1) : most;
  if (isFree) assert.ok(lease.attempt <= limit, "such a lease uses none up");
  if (used === 0)
    assert.deepEqual([lease.attempt, lease.startedAt], [1, now], "a series not begun starts anew");
  else {
    const latest = known.lease.startedAt + (pause?.forMs ?? 0);
    assert.ok(lease.startedAt <= latest, "a series never starts anew");
  }
}

function pausedSinceAfter({ lease, verdict }: WatchedLane): number | null {
  if (verdict?.kind !== "retry" || verdict.isUnused === true) return lease.pausedSince;
  return verdict.pause?.since ?? null;
}
