import type { ServiceIdentifier } from "inversify";
import type { StoredOwnerChange } from "../model/owner.ts";
import type { CallFacts } from "../model/turn.ts";
import type { Receipt } from "./agent-backend.ts";

/** A change of a conversation's owner, as one of the two backends hears of it. */
export interface OwnerNotice extends StoredOwnerChange, CallFacts {
  /** Whether the conversation belongs to this backend from now on; `false`: it did before. */
  readonly isNewOwner: boolean;
}

/** Called by the dispatcher; implemented by agent apps beside others. Optional. */
export interface OwnerListener {
  /**
   * The new owner hears of a change before every event that it gets from then on, so that it can open a thread; it may read
   * the conversation from then on. The old one hears of it as a notice. A throw, `rejected`, and no end after 10 s, when
   * `signal` aborts, bring the change again after 1 to 60 s. It is never given up, and the same one may come again. A new
   * owner that is followed by another before it heard of the change does not hear of it.
   */
  owner(notice: OwnerNotice, signal: AbortSignal): Promise<Receipt>;
}
export const OwnerListener = Symbol.for(
  "@parley/core/OwnerListener",
) as ServiceIdentifier<OwnerListener>;
