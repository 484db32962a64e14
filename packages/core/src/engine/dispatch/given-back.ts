import { releaseLease } from "../../model/lane.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";
import type { HeldLease } from "./lease-book.ts";

/** After an attempt that broke, though nobody took its lease away. */
const brokenMs = 1_000;
/** A message that has waited for longer pays for leases that came to nothing: at last its agent is told. */
const forgivenMs = 60_000;

/** Of an attempt that came to no end: its lane is due as if nobody had taken it, or soon where nothing else was wrong. */
export function givenBack({ lease, held }: HeldLease, now: number): Verdict {
  const { due } = releaseLease(lease.lane.kind, lease, now);
  return { kind: "retry", due: held ? Math.max(due, now + brokenMs) : due, memo: lease.memo };
}

/** Of a lease that was dropped before anything was done under it: whoever is leased next does what it was for. */
export function unused(lease: Lease, now: number): Verdict {
  const { lane, head, memo } = lease;
  const { due } = releaseLease(lane.kind, lease, now);
  return { kind: "retry", due, memo, isUnused: now - head.acceptedAt <= forgivenMs };
}
