import type { Append, CommitBatch, CommitResult, LeaseBudget, MessageStore } from "@parley/core";

/** Commits like a store that finds one conversation's lanes locked: it leaves their items out. */
export class LaneLock {
  /** The conversation whose inbound messages cannot be stored. */
  visitor: string | null = null;
  /** The conversation whose outbound messages and settlements cannot be stored. */
  conversation: string | null = null;
  /** Whether the lock is another transaction's, which may end any moment. */
  isBusy = false;

  async commit(
    store: MessageStore,
    { appends, settlements, states = [] }: CommitBatch,
    now: number,
    budget: LeaseBudget,
  ): Promise<CommitResult> {
    const isFree = (append: Append): boolean =>
      append.kind === "inbound"
        ? append.visitorKey !== this.visitor
        : append.conversationId !== this.conversation;
    const free = {
      appends: appends.filter(isFree),
      settlements: settlements.filter((one) => one.lane.conversationId !== this.conversation),
      states,
    };
    const result = await store.commit(free, now, budget);
    const cause = new Error("the lane is locked");
    const unavailable = { status: "unavailable", cause, isLocked: this.isBusy } as const;
    return {
      appends: appends.map((one) => result.appends[free.appends.indexOf(one)] ?? unavailable),
      settlements: settlements.map(
        (one) => result.settlements[free.settlements.indexOf(one)] ?? "unavailable",
      ),
      states: result.states,
      leases: result.leases,
    };
  }
}
