import { releaseLease } from "../../model/lane.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";
import type { HeldLease } from "./held-lease.ts";

/** Pause after an attempt that threw while its lease was held. */
const brokenMs = 1_000;
/**
 * A message that has waited longer loses an attempt even for an unused lease, so that its agent is told in the end.
 */
const forgivenMs = 60_000;

/**
 * The verdict for an attempt without an outcome. The lane is due as if it had not been leased, or after a pause
 * when the attempt threw.
 */
export function noOutcomeVerdict({ lease, held }: HeldLease, now: number): Verdict {
  const { due } = releaseLease(lease.lane.kind, lease, now);
  return { kind: "retry", due: held ? Math.max(due, now + brokenMs) : due, memo: lease.memo };
}

/** The verdict for a lease that was dropped before its use. The next lease makes the same attempt. */
export function unusedVerdict(lease: Lease, now: number): Verdict {
  const { lane, head, memo } = lease;
  const { due } = releaseLease(lane.kind, lease, now);
  return { kind: "retry", due, memo, isUnused: now - head.acceptedAt <= forgivenMs };
}
