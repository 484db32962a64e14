import { grantLease, type Head, type LaneKind, type Lease, type LeaseBudget } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import type { LaneRow } from "./lane-rows.ts";

interface Granted extends Omit<Lease, "lane" | "conversation"> {
  readonly kind: LaneKind;
  readonly conversation: number;
}

/**
 * The leases that one call of the store grants, within its budget. It changes rows in memory; the caller writes them.
 */
export class Grants {
  readonly now: number;
  readonly seriesPerChannel: number;
  readonly #connection: Connection;
  readonly #owner: string;
  readonly #left: Record<LaneKind, number>;
  readonly #granted: Granted[] = [];

  constructor(connection: Connection, now: number, budget: LeaseBudget) {
    this.now = now;
    this.seriesPerChannel = budget.seriesPerChannel;
    this.#connection = connection;
    this.#owner = budget.owner;
    const { inbound, outbound, reports, notices } = budget;
    this.#left = { inbound, outbound, reports, notices };
  }

  left(kind: LaneKind): number {
    return Math.max(0, this.#left[kind]);
  }

  /** Leases the lane's head if the budget allows. Otherwise the lane is due now. `head` is called only for a lease. */
  offer(lane: LaneRow, head: () => Head): void {
    if (this.#left[lane.kind] > 0) this.#grant(lane, head());
    else lane.due = this.now;
  }

  /** The granted leases, with their conversations as they are at the end of the call. */
  leases(conversations: ConversationRows): readonly Lease[] {
    // Not by `map`: V8 gives its empty result another array kind, and would deoptimise.
    const leases: Lease[] = [];
    for (const { conversation: number, kind, ...lease } of this.#granted) {
      const conversation = (conversations.byNumber(number) as ConversationRow).current;
      leases.push({ ...lease, lane: { kind, conversationId: conversation.id }, conversation });
    }
    return leases;
  }

  #grant(lane: LaneRow, head: Head): void {
    const { kind, conversation, memo, pausedSince } = lane;
    const terms = grantLease(kind, { attempt: lane.attempt, startedAt: lane.startedAt }, this.now);
    const token = this.#connection.tokens.next();
    this.#left[kind] -= 1;
    lane.attempt = terms.attempt;
    lane.startedAt = terms.startedAt;
    lane.due = terms.until;
    lane.token = token;
    lane.owner = this.#owner;
    this.#granted.push({ ...terms, kind, conversation, token, head, memo, pausedSince });
  }
}
