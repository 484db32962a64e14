import {
  type CommitResult,
  deliveryIdOf,
  isMessageKind,
  type Lease,
  type LeaseBudget,
  type Settlement,
} from "@parley/core";
import type { Accounts } from "./accounts.ts";
import {
  type ConversationAccount,
  type Delivery,
  type Grant,
  laneKey,
  laneOf,
} from "./delivery.ts";
import type { Stamp } from "./trace-entry.ts";

/** The holder of every lane according to the store's answers, and answers that break the contract. */
export class Leases {
  readonly grants = new Map<number, Grant>();
  /** One sentence for each broken rule, such as a settlement with a stale token. */
  readonly faults: string[] = [];
  /** One sentence for each delivery that ended twice. */
  readonly ends: string[] = [];
  readonly #accounts: Accounts;
  readonly #ofLane = new Map<string, Grant>();
  readonly #begun = new Map<string, Set<Delivery>>();

  constructor(accounts: Accounts) {
    this.#accounts = accounts;
  }

  grant(stamp: Stamp, now: number, { owner, seriesPerChannel }: LeaseBudget, lease: Lease): void {
    const { lane, token, head, attempt, startedAt, until, backend } = lease;
    const account = this.#accounts.all.get(lane.conversationId);
    const key = laneKey(lane.kind, backend);
    const first = account?.lanes.get(key)?.[0];
    const about = `${key} ${lane.conversationId}`;
    if (account === undefined || first === undefined) {
      this.faults.push(`a lease was granted on the empty lane ${about}`);
      return;
    }
    const delivery = this.#deliveryOf(lease) ?? first;
    if (delivery !== first || lease.isOwnerChange !== isNewOwners(first))
      this.faults.push(`${about}: ${head.sequence} was leased before ${first.sequence}`);
    const before = this.#ofLane.get(about);
    if (before?.endedAt === null) {
      if (now < before.until)
        this.faults.push(`${about}: leased while ${before.life} still held its lease`);
      end(before, stamp.at, "taken-over");
    }
    const { profile, visitorId } = account;
    const grant: Grant = {
      token,
      owner,
      attempt,
      startedAt,
      until,
      backend,
      fence: lease.conversation.owner.fence,
      delivery,
      now,
      life: stamp.life,
      at: stamp.at,
      visitor: JSON.stringify([sorted(profile), visitorId]),
      endedAt: null,
      endedBy: null,
    };
    if (this.grants.has(token)) this.faults.push(`${about}: token ${token} was granted twice`);
    this.grants.set(token, grant);
    this.#ofLane.set(about, grant);
    delivery.grants.push(grant);
    if (lane.kind === "outbound") this.#begin(delivery, seriesPerChannel);
  }

  settle(
    stamp: Stamp & { readonly now: number },
    settlement: Settlement,
    result: CommitResult["settlements"][number] | undefined,
  ): void {
    if (result === "unavailable") return;
    const settled = result === "settled";
    const { lane, token, verdict } = settlement;
    const about = `${lane.kind} ${lane.conversationId}`;
    const ended = this.grants.get(token);
    const isCurrent = ended?.endedAt === null;
    if (settled !== isCurrent) {
      const what = settled ? "a stale token settled" : "the lease's own token was refused on";
      this.faults.push(`${what} ${about}, token ${token}`);
    }
    if (!settled || ended === undefined) return;
    end(ended, stamp.at, endOf(verdict));
    if (verdict.kind === "retry") return;
    const { delivery } = ended;
    if (delivery.state !== "waiting")
      this.ends.push(`${delivery.id} ended twice: ${delivery.state}, then ${verdict.kind}`);
    delivery.state = verdict.kind;
    delivery.settledAt = stamp.at;
    delivery.settledNow = stamp.now;
    delivery.settledBy = stamp.life;
    const waiting = laneOf(delivery.conversation, lane.kind, ended.backend);
    if (waiting.includes(delivery)) waiting.splice(waiting.indexOf(delivery), 1);
    this.#begun.get(delivery.conversation.channelKey)?.delete(delivery);
    const notice = verdict.kind === "delivered" ? (verdict.notice ?? null) : null;
    const { tells = "default" } = verdict;
    if (notice !== null) this.#accounts.tell(stamp, delivery, "notices", notice, tells);
    if (verdict.kind !== "failed") return;
    delivery.reason = verdict.failure.reason;
    delivery.description = verdict.failure.description;
    if (verdict.report !== null)
      this.#accounts.tell(stamp, delivery, "reports", verdict.report, tells);
  }

  /** Ends the leases of these owners. */
  release(at: number, owners: readonly string[]): void {
    for (const grant of this.#ofLane.values())
      if (grant.endedAt === null && owners.includes(grant.owner)) end(grant, at, "released");
  }

  erase(at: number, account: ConversationAccount): void {
    account.erasedAt = at;
    for (const [key, lane] of account.lanes) {
      const grant = this.#ofLane.get(`${key} ${account.id}`);
      if (grant?.endedAt === null) end(grant, at, "erased");
      for (const delivery of lane.splice(0)) {
        delivery.state = "erased";
        delivery.settledAt = at;
        this.#begun.get(account.channelKey)?.delete(delivery);
      }
    }
  }

  /** The backend changes: the lease on the inbound lane ends, and so does a change that nobody has heard of. */
  handOver(at: number, account: ConversationAccount): void {
    const grant = this.#ofLane.get(`inbound ${account.id}`);
    if (grant?.endedAt === null) end(grant, at, "handed-over");
    const lane = account.lanes.get("inbound") ?? [];
    const [first] = lane;
    if (first === undefined || first.change === null) return;
    lane.shift();
    first.state = "superseded";
    first.settledAt = at;
  }

  /** The current leases of an owner. */
  heldBy(owner: string): readonly Grant[] {
    return [...this.#ofLane.values()].filter(
      (grant) => grant.endedAt === null && grant.owner === owner,
    );
  }

  /** Only the store knows the place of a report or a notice. */
  #deliveryOf({ lane, head, isOwnerChange }: Lease): Delivery | undefined {
    if (!isMessageKind(lane.kind) || isOwnerChange) return undefined;
    return this.#accounts.delivery(deliveryIdOf(lane.conversationId, head.sequence));
  }

  #begin(delivery: Delivery, bound: number): void {
    const { channelKey, channelId } = delivery.conversation;
    const begun = this.#begun.get(channelKey) ?? new Set();
    begun.add(delivery);
    this.#begun.set(channelKey, begun);
    if (begun.size > Math.max(1, bound))
      this.faults.push(`channel ${channelId} has ${begun.size} series in flight, not ${bound}`);
  }
}

/** Whether it is a change of owner that the new one hears of. */
function isNewOwners({ kind, change }: Delivery): boolean {
  return kind === "inbound" && change !== null;
}

function endOf(verdict: Settlement["verdict"]): "settled" | "retried" | "unused" {
  if (verdict.kind !== "retry") return "settled";
  return verdict.isUnused === true ? "unused" : "retried";
}

function end(grant: Grant, at: number, by: Exclude<Grant["endedBy"], null>): void {
  grant.endedAt = at;
  grant.endedBy = by;
}

export function sorted(fields: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
