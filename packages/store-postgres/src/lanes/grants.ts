import { type LaneKind, type Lease, type LeaseBudget } from "@parley/core";
import { firstBackend, grantLease, ownerChangeHead } from "@parley/core/sql-store";
import type { ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import type { HeadRow } from "../rows/delivery-rows.ts";
import type { BackendNumbers } from "../backends/backend-numbers.ts";
import { NumberedBudget } from "../backends/numbered-budget.ts";
import type { LaneRow } from "./lane-rows.ts";
import type { Tokens } from "./tokens.ts";

interface Granted extends Omit<Lease, "lane" | "conversation"> {
  readonly of: LeasedLane;
  readonly kind: LaneKind;
  readonly conversation: number;
}

/** The fields of a lane that a lease changes or contains. */
export type LeasedLane = Pick<
  LaneRow,
  | "conversation"
  | "kind"
  | "backend"
  | "ownerChange"
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
  readonly #budget: NumberedBudget;
  readonly #granted: Granted[] = [];
  #leftDue = false;

  constructor(tokens: Tokens, now: number, budget: LeaseBudget, backends: BackendNumbers) {
    this.now = now;
    this.#tokens = tokens;
    this.#owner = budget.owner;
    this.#budget = new NumberedBudget(budget, backends);
  }

  /** Whether a lane is due now that this call has not leased. */
  get leftDue(): boolean {
    return this.#leftDue;
  }

  /** Leases the lane's head if the budget allows. Otherwise the lane is due now. */
  offer(lane: LeasedLane, head: () => HeadRow): void {
    if (this.#budget.of(lane.kind, lane.backend) > 0) this.#grant(lane, head);
    else this.leave(lane, this.now);
  }

  /** Makes the lane due at `due`, for any node. */
  leave(lane: LeasedLane, due: number): void {
    lane.due = due;
    if (due <= this.now) this.#leftDue = true;
  }

  /**
   * The granted leases, with their conversations as they are at the end of the call. Without those that a change of owner
   * has made stale meanwhile.
   */
  leases(conversations: ConversationRows): readonly Lease[] {
    const valid = this.#granted.filter(({ of, token }) => of.token === token);
    return valid.map(({ of: _of, conversation: number, kind, ...lease }) => {
      const conversation = (conversations.byNumber(number) as ConversationRow).current;
      return { ...lease, lane: { kind, conversationId: conversation.id }, conversation };
    });
  }

  #grant(lane: LeasedLane, headOf: () => HeadRow): void {
    const { kind, conversation, memo, pausedSince, ownerChange } = lane;
    const { head, backend: sender } =
      ownerChange === null ? headOf() : { head: ownerChangeHead(ownerChange), backend: null };
    const terms = grantLease(kind, { attempt: lane.attempt, startedAt: lane.startedAt }, this.now);
    const token = this.#tokens.next();
    this.#budget.take(kind, lane.backend);
    lane.attempt = terms.attempt;
    lane.startedAt = terms.startedAt;
    lane.due = terms.until;
    lane.token = token;
    lane.owner = this.#owner;
    const backend = kind === "outbound" ? (sender ?? firstBackend) : lane.backend;
    this.#granted.push({
      ...terms,
      of: lane,
      kind,
      conversation,
      backend: this.#budget.nameOf(backend),
      isOwnerChange: ownerChange !== null,
      token,
      head,
      memo,
      pausedSince,
    });
  }
}
