import { type LaneKind, type Lease, type LeaseBudget } from "@parley/core";
import { firstBackend, grantLease, LeasesLeft, ownerChangeHead } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import type { HeadRow } from "../rows/delivery-rows.ts";
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
  readonly #left: LeasesLeft;
  readonly #granted: Granted[] = [];

  constructor(connection: Connection, now: number, budget: LeaseBudget) {
    this.now = now;
    this.seriesPerChannel = budget.seriesPerChannel;
    this.#connection = connection;
    this.#owner = budget.owner;
    this.#left = new LeasesLeft(budget);
  }

  /** Numbers of the budget's backends. A backend without a number has no lanes. */
  get backends(): ReadonlySet<number> {
    const { backends } = this.#connection;
    return new Set(this.#left.backends.flatMap((name) => backends.find(name) ?? []));
  }

  left(kind: LaneKind, backend: number): number {
    return this.#left.of(kind, this.#nameOf(kind, backend));
  }

  /**
   * Leases the lane's head if the budget allows. Otherwise the lane is due now. `head` is called only for a lease on a
   * delivery.
   */
  offer(lane: LaneRow, head: () => HeadRow): void {
    if (this.left(lane.kind, lane.backend) > 0) this.#grant(lane, head);
    else lane.due = this.now;
  }

  /** Removes a lease that this call has granted and then made stale. Its place in the budget stays used up. */
  revoke(token: number): void {
    const at = this.#granted.findIndex((granted) => granted.token === token);
    if (at >= 0) this.#granted.splice(at, 1);
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

  #grant(lane: LaneRow, headOf: () => HeadRow): void {
    const { kind, conversation, memo, pausedSince, ownerChange } = lane;
    const { head, backend: sender } =
      ownerChange === null ? headOf() : { head: ownerChangeHead(ownerChange), backend: null };
    const terms = grantLease(kind, { attempt: lane.attempt, startedAt: lane.startedAt }, this.now);
    const token = this.#connection.tokens.next();
    this.#left.take(kind, this.#nameOf(kind, lane.backend));
    lane.attempt = terms.attempt;
    lane.startedAt = terms.startedAt;
    lane.due = terms.until;
    lane.token = token;
    lane.owner = this.#owner;
    const backend = kind === "outbound" ? (sender ?? firstBackend) : lane.backend;
    this.#granted.push({
      ...terms,
      kind,
      conversation,
      backend: this.#connection.backends.nameOf(backend),
      isOwnerChange: ownerChange !== null,
      token,
      head,
      memo,
      pausedSince,
    });
  }

  /** Name of a lane's backend in the budget; `null` for the outbound kind. */
  #nameOf(kind: LaneKind, backend: number): string | null {
    return kind === "outbound" ? null : this.#connection.backends.nameOf(backend);
  }
}
