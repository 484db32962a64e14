import { Accounts } from "./accounts.ts";
import type { Call, Delivery, Grant, Post } from "./delivery.ts";
import { Leases } from "./leases.ts";
import type { Entry } from "./trace-entry.ts";

type PostEntry = Extract<Entry, { kind: "post" }>;
type CallEntry = Extract<Entry, { kind: "receive" | "report" }>;

/**
 * The expected state according to the store's answers: waiting deliveries, leases, and everything seen of each
 * delivery. Computed from the trace alone, so that tests can check a forged trace.
 */
export class Ledger {
  readonly accounts = new Accounts();
  readonly leases = new Leases(this.accounts);
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
          this.leases.settle(entry, now, settlement, result.settlements[index]),
        );
        batch.appends.forEach((append, index) =>
          this.accounts.append(entry, append, result.appends[index]),
        );
        for (const lease of result.leases) this.leases.grant(entry, now, budget, lease);
        return;
      }
      case "claim":
        for (const lease of entry.leases) this.leases.grant(entry, entry.now, entry.budget, lease);
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
        this.#call(entry);
        return;
      case "backend-end": {
        const call = this.#calls.get(entry.call);
        if (call) Object.assign(call, { endedAt: entry.at, outcome: entry.outcome });
        return;
      }
      default:
    }
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
    const { at, local, life, end, visitor } = entry;
    const id = entry.kind === "report" ? `report:${entry.id}` : entry.id;
    const delivery = this.accounts.delivery(id);
    const grant = delivery && latestOf([delivery], life);
    if (grant === undefined) {
      this.strays.push(`${life} told the agent app of ${id}, which it was never leased`);
      return;
    }
    const call = { at, local, life, end, visitor, grant, endedAt: null, outcome: null };
    this.#calls.set(entry.call, call);
    grant.delivery.calls.push(call);
  }
}

function ended({ at, aborted, positive }: Extract<Entry, { kind: "post-end" }>): Partial<Post> {
  return { endedAt: at, aborted, positive };
}

/** The latest lease of this process on one of these deliveries. */
function latestOf(deliveries: readonly Delivery[], life: string): Grant | undefined {
  let latest: Grant | undefined;
  for (const { grants } of deliveries)
    for (const grant of grants)
      if (grant.life === life && grant.token > (latest?.token ?? 0)) latest = grant;
  return latest;
}
