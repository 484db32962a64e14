import { shortestPauseMs } from "../../model/schedule.ts";
import type { LaterReceipt } from "../../ports/agent-backend.ts";
import type { Lease, Verdict } from "../../ports/stores/message-store.ts";
import { askedPauseMs } from "./asked-pause.ts";

/**
 * The verdict on a head that the agent app wants later.
 * - A pause of the event: the lane is due at its end, or after a second when the app has called `ready()` since the call.
 * - A pause of the whole backend: the lane stays due. The oldest messages are the first ones when the pause ends.
 */
export function pausedVerdict(
  lease: Lease,
  receipt: LaterReceipt,
  now: number,
  isReady: boolean,
): Verdict {
  const forMs = isReady ? shortestPauseMs : askedPauseMs(receipt);
  const isOfAll = receipt.scope === "backend" && !isReady;
  const due = isOfAll ? Math.min(now, lease.head.acceptedAt) : now + forMs;
  return {
    kind: "retry",
    due,
    memo: lease.memo,
    pause: { since: lease.pausedSince ?? now, forMs },
  };
}
