import { Accounts } from "./accounts.ts";
import type { Lease, LeaseBudget } from "@parley/core";
import { contract } from "./contract.ts";
import type { AskedPause, Call, Delivery, Grant, Post } from "./delivery.ts";
import { Leases } from "./leases.ts";
import { OwnerBook } from "./owner-book.ts";
import type { CallKind, Entry } from "./trace-entry.ts";

/** Before the id of the delivery that a call is about. */
const prefixes = { receive: "", report: "report:", delivered: "notice:", owner: "owner:" } as const;

type PostEntry = Extract<Entry, { kind: "post" }>;
type CallEntry = Extract<Entry, { kind: CallKind }>;

/**
 * The expected state according to the store's answers: waiting deliveries, leases, and everything seen of each
 * delivery. Computed from the trace alone, so that tests can check a forged trace.
 */
export class Ledger {
  readonly accounts = new Accounts();
  readonly leases = new Leases(this.accounts);
  readonly owners = new OwnerBook(this.accounts, this.leases);
  /** One sentence for each POST or call without a lease. */
  readonly strays: string[] = [];
  readonly #posts = new Map<number, Post>();
  readonly #calls = new Map<number, Call>();

  static of(entries: readonly Entry[]): Ledger {
    const ledger = new Ledger();
    for (const entry of entries) ledger.read(entry);
    return ledger;
  }

  get deliveries(): readonly Delivery[] {
    return this.accounts.deliveries;
  }

  isEmpty(): boolean {
    return this.deliveries.every(({ state }) => state !== "waiting");
  }

  waiting(): readonly Delivery[] {
    return this.deliveries.filter(({ state }) => state === "waiting");
  }

  read(entry: Entry): void {
    switch (entry.kind) {
      case "commit": {
        const { batch, result, now, budget } = entry;
        batch.settlements.forEach((settlement, index) =>
          this.leases.settle(entry, settlement, result.settlements[index]),
        );
        batch.appends.forEach((append, index) => {
          this.owners.append(entry, append, result.appends[index]);
          this.accounts.append(entry, append, result.appends[index]);
        });
        for (const lease of result.leases) this.#grant(entry, now, budget, lease);
        return;
      }
      case "claim":
        for (const lease of entry.leases) this.#grant(entry, entry.now, entry.budget, lease);
        return;
      case "release":
        this.leases.release(entry.at, entry.scope === "own" ? [entry.owner] : entry.dead);
        return;
      case "erased": {
        const account = this.accounts.all.get(entry.conversationId);
        if (account) this.leases.erase(entry.at, account);
        return;
      }
      case "post":
        if (!entry.typing) this.#post(entry);
        return;
      case "post-end": {
        const post = this.#posts.get(entry.call);
        if (post) Object.assign(post, ended(entry));
        return;
      }
      case "receive":
      case "report":
      case "delivered":
      case "owner":
        this.#call(entry);
        return;
      case "backend-end": {
        const call = this.#calls.get(entry.call);
        if (call) Object.assign(call, answered(entry));
        return;
      }
      default:
    }
  }

  #grant(entry: Entry, now: number, budget: LeaseBudget, lease: Lease): void {
    this.owners.lease(entry, lease);
    this.leases.grant(entry, now, budget, lease);
  }

  #post(entry: PostEntry): void {
    const { at, local, askedAt, life, body, end } = entry;
    const grant = latestOf(this.accounts.withMessageId(entry.messageId), life);
    if (grant === undefined) {
      this.strays.push(`${life} posted ${entry.messageId}, which it was never leased`);
      return;
    }
    const open = { endedAt: null, aborted: false, positive: false };
    const post: Post = { at, local, askedAt, life, body, end, grant, ...open };
    this.#posts.set(entry.call, post);
    grant.delivery.posts.push(post);
  }

  #call(entry: CallEntry): void {
    const { at, local, life, end, visitor, mayBeRepeat, fence, change } = entry;
    const { backend = "default" } = entry;
    const id = `${prefixes[entry.kind]}${entry.id}`;
    const delivery = this.accounts.delivery(id);
    const grant = delivery && grantOf(delivery, life, backend, fence);
    if (grant === undefined) {
      this.strays.push(`${life} told the agent app of ${id}, which it was never leased`);
      return;
    }
    const open = { endedAt: null, endedLocal: null, outcome: null, pause: null };
    const whose = { backend, fence, change };
    const call: Call = { at, local, life, end, visitor, mayBeRepeat, grant, ...whose, ...open };
    this.#calls.set(entry.call, call);
    grant.delivery.calls.push(call);
  }
}

function answered(entry: Extract<Entry, { kind: "backend-end" }>): Partial<Call> {
  const { at, local, outcome } = entry;
  const pause = outcome === "later" ? askedPause(entry) : null;
  return { endedAt: at, endedLocal: local, outcome, pause };
}

function askedPause({
  inMs,
  scope = "event",
}: Extract<Entry, { kind: "backend-end" }>): AskedPause {
  const forMs = inMs ?? contract.unsaidPauseMs;
  return {
    scope,
    forMs: Math.min(contract.longestPauseMs, Math.max(contract.shortestPauseMs, forMs)),
  };
}

function ended({ at, aborted, positive }: Extract<Entry, { kind: "post-end" }>): Partial<Post> {
  return { endedAt: at, aborted, positive };
}

/** The lease under which this process calls an agent app: the latest with the fence that it tells, if there is one. */
function grantOf(
  delivery: Delivery,
  life: string,
  backend: string,
  fence: number | undefined,
): Grant | undefined {
  const own = delivery.grants.filter((grant) => grant.backend === backend);
  const fenced = own.filter((grant) => grant.fence === fence);
  return latestOf([{ grants: fenced }], life) ?? latestOf([{ grants: own }], life);
}

/** The latest lease of this process on one of these deliveries. */
function latestOf(
  deliveries: readonly Pick<Delivery, "grants">[],
  life: string,
): Grant | undefined {
  let latest: Grant | undefined;
  for (const { grants } of deliveries)
    for (const grant of grants)
      if (grant.life === life && grant.token > (latest?.token ?? 0)) latest = grant;
  return latest;
}
