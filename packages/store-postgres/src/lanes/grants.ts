import { grantLease, type Head, type LaneKind, type Lease, type LeaseBudget } from "@parley/core";
import type { ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import type { LaneRow } from "./lane-rows.ts";
import type { Tokens } from "./tokens.ts";

interface Granted extends Omit<Lease, "lane" | "conversation"> {
  readonly kind: LaneKind;
  readonly conversation: number;
}

/** The fields of a lane that a lease changes or contains. */
export type LeasedLane = Pick<
  LaneRow,
  | "conversation"
  | "kind"
  | "attempt"
  | "startedAt"
  | "due"
  | "token"
  | "owner"
  | "memo"
  | "pausedSince"
>;

/**
 * The leases that one call of the store grants, within its budget. It changes rows in memory; the caller marks them as
 * changed.
 */
export class Grants {
  readonly now: number;
  readonly #tokens: Tokens;
  readonly #owner: string;
  readonly #left: Record<LaneKind, number>;
  readonly #granted: Granted[] = [];
  #leftDue = false;

  constructor(tokens: Tokens, now: number, budget: LeaseBudget) {
    this.now = now;
    this.#tokens = tokens;
    this.#owner = budget.owner;
    const { inbound, outbound, reports, notices } = budget;
    this.#left = { inbound, outbound, reports, notices };
  }

  left(kind: LaneKind): number {
    return Math.max(0, this.#left[kind]);
  }

  /** Whether a lane is due now that this call has not leased. */
  get leftDue(): boolean {
    return this.#leftDue;
  }

  /** Leases the lane's head if the budget allows. Otherwise the lane is due now. */
  offer(lane: LeasedLane, head: () => Head): void {
    if (this.#left[lane.kind] > 0) this.#grant(lane, head());
    else this.leave(lane, this.now);
  }

  /** Makes the lane due at `due`, for any node. */
  leave(lane: LeasedLane, due: number): void {
    lane.due = due;
    if (due <= this.now) this.#leftDue = true;
  }

  /** The granted leases, with their conversations as they are at the end of the call. */
  leases(conversations: ConversationRows): readonly Lease[] {
    return this.#granted.map(({ conversation: number, kind, ...lease }) => {
      const conversation = (conversations.byNumber(number) as ConversationRow).current;
      return { ...lease, lane: { kind, conversationId: conversation.id }, conversation };
    });
  }

  #grant(lane: LeasedLane, head: Head): void {
    const { kind, conversation, memo, pausedSince } = lane;
    const terms = grantLease(kind, { attempt: lane.attempt, startedAt: lane.startedAt }, this.now);
    const token = this.#tokens.next();
    this.#left[kind] -= 1;
    lane.attempt = terms.attempt;
    lane.startedAt = terms.startedAt;
    lane.due = terms.until;
    lane.token = token;
    lane.owner = this.#owner;
    this.#granted.push({ ...terms, kind, conversation, token, head, memo, pausedSince });
  }
}
