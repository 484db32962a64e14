import type { Verdict } from "../../ports/stores/message-store.ts";
import type { HeldLease } from "./held-lease.ts";

/**
 * Called by the dispatcher; implemented for each lane kind. Makes one attempt at a lane's head and returns the
 * verdict.
 */
export interface Carrier {
  /** `null` when the lease was dropped before the outcome was known: the lease is then released. */
  carry(held: HeldLease): Promise<Verdict | null>;
}
