import type { Verdict } from "../../ports/stores/message-store.ts";
import type { HeldLease } from "./lease-book.ts";

/** Carries the head of one kind of lane: one attempt, and what its end means. Called by the dispatcher. */
export interface Carrier {
  /** `null` when the lease was dropped before anything was known: the head is given back. */
  carry(held: HeldLease): Promise<Verdict | null>;
}
