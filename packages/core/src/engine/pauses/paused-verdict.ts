import { shortestPauseMs } from "../../model/schedule.ts";
import type { LaterReceipt } from "../../ports/agent-backend.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";
import { askedPauseMs } from "./asked-pause.ts";

/**
 * When the first of several pauses of this event began; `null`: none lasts. A node of an earlier version may have left
 * the instant of an earlier head in the lane.
 */
export function pausedSinceOf({ pausedSince, head }: Lease): number | null {
  return pausedSince !== null && pausedSince >= head.acceptedAt ? pausedSince : null;
}

/** When the pauses of this event began, this one included. A pause of the whole backend is none of the event alone. */
export function pausedFrom(lease: Lease, { scope }: LaterReceipt, now: number): number {
  return scope === "backend" ? now : (pausedSinceOf(lease) ?? now);
}

/**
 * The verdict on a head that the agent app wants later.
 * - A pause of the event: the lane is due at its end, or after a second when the app has called `ready()` since the call.
 * - A pause of the whole backend: the lane stays due. When the pause ends, the oldest messages are the first ones, and
 *   behind them those that were postponed before: a few that are always postponed hold up no others.
 */
export function pausedVerdict(
  lease: Lease,
  receipt: LaterReceipt,
  now: number,
  isReady: boolean,
): Verdict {
  const forMs = isReady ? shortestPauseMs : askedPauseMs(receipt);
  const isOfAll = receipt.scope === "backend" && !isReady;
  const isFirst = pausedSinceOf(lease) === null;
  const oldest = isFirst ? Math.min(now, lease.head.acceptedAt) : now;
  return {
    kind: "retry",
    due: isOfAll ? oldest : now + forMs,
    memo: lease.memo,
    pause: { since: pausedFrom(lease, receipt, now), forMs },
  };
}
