import {
  aBackendPause,
  aBudget,
  aText,
  anInboundAppend,
  anOutboundAppend,
  anOwnerAppend,
  aResendAppend,
  type OpenedStores,
} from "@parley/conformance";
import type { Append, Lease, LeaseBudget, Page, PageRequest, Verdict } from "@parley/core";

const backends = ["default", "sales", "support"] as const;
const visitors = ["a", "b", "c", "d"] as const;
const start = 1_700_000_000_000;
const full = { inbound: 3, reports: 2, notices: 2 };

/** Random calls on several backends. The same seed gives the same calls, whatever the store. */
export class RandomOwners {
  readonly #stores: OpenedStores;
  #state: number;
  #now = start;
  #leases: readonly Lease[] = [];

  constructor(stores: OpenedStores, seed: number) {
    this.#stores = stores;
    this.#state = seed * 2_654_435_761 + 1;
  }

  /** Runs the calls. `between` runs after each. @returns what each one answered, and what can be read now and then. */
  async run(steps: number, between: () => void = () => {}): Promise<readonly unknown[]> {
    await this.#stores.backends.open({ names: backends, takesDefault: null });
    const answers: unknown[] = [];
    for (let step = 0; step < steps; step += 1) {
      answers.push(await this.#step(step));
      between();
      if (step % 10 === 9) answers.push(await this.#everything());
    }
    return answers;
  }

  async #step(step: number): Promise<unknown> {
    this.#now += this.#below(3_000);
    const { messages, pauses, conversations } = this.#stores;
    if (this.#below(20) === 0) {
      await messages.release(
        { owner: "node-a", scope: this.#below(2) ? "own" : "dead" },
        this.#now,
      );
      this.#leases = [];
      return "released";
    }
    if (this.#below(9) === 0) {
      const backend = this.#one(backends);
      const which = this.#below(2) ? { limit: 2 } : { conversationId: this.#id() };
      return pauses.resume({ backend, ...which }, this.#now);
    }
    if (this.#below(60) === 0) return conversations.erase(this.#id());
    if (this.#below(3) === 0) return this.#keep(await messages.claim(this.#now, this.#budget()));
    const settled = this.#leases.filter(() => this.#below(2) === 0);
    this.#leases = this.#leases.filter((lease) => !settled.includes(lease));
    const settlements = settled.map((lease) => ({
      lane: lease.lane,
      token: lease.token,
      verdict: this.#verdict(lease),
    }));
    const appends: Append[] = [];
    for (let more = this.#below(4); more > 0; more -= 1) appends.push(await this.#append(step));
    const { leases, ...result } = await messages.commit(
      { appends, settlements },
      this.#now,
      this.#budget(),
    );
    return { ...result, leases: this.#keep(leases) };
  }

  /** Tokens differ from store to store, and leases of different lanes come in any order. */
  #keep(leases: readonly Lease[]): unknown {
    const nameOf = ({ lane, backend }: Lease): string =>
      `${lane.conversationId} ${lane.kind} ${backend}`;
    const sorted = leases.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    this.#leases = [...this.#leases, ...sorted];
    return sorted.map(({ token: _token, ...lease }) => lease);
  }

  async #append(step: number): Promise<Append> {
    const id = this.#id();
    const backend = this.#one(backends);
    const chance = this.#below(10);
    if (chance < 3) {
      const visitorKey = this.#one(visitors);
      const messages = [aText(`${step}`), aText("more")].slice(this.#below(2));
      return anInboundAppend({ visitorKey, backend, messages });
    }
    const fence = (await this.#stores.conversations.find({ id }))?.owner.fence ?? 0;
    const by = this.#below(3)
      ? null
      : { backends: [backend], fence: this.#below(3) ? null : fence };
    if (chance < 6) return anOutboundAppend(id, { by, idempotencyKey: `${this.#below(40)}` });
    if (chance === 6) {
      const direction = this.#below(2) ? "inbound" : "outbound";
      return { ...aResendAppend(id, 1 + this.#below(8), direction), by, backend };
    }
    const to = this.#below(3)
      ? { backend, assignee: this.#one([null, "ada", "k\u0000\ud800"]) }
      : { backend: null, assignee: null };
    return anOwnerAppend(id, to, {
      fence: this.#below(8) ? fence : fence + 1,
      ifWaiting: this.#one(backends),
      why: this.#one([null, "late \ud800"]),
      tellsNew: this.#below(2) === 1,
      tellsOld: this.#below(2) === 1,
    });
  }

  /** Only backends ask for pauses. */
  #verdict({ lane, backend, head }: Lease): Verdict {
    const about = JSON.stringify({ about: head.sequence });
    const tells = backend;
    switch (this.#below(lane.kind === "outbound" ? 5 : 6)) {
      case 0:
        return {
          kind: "failed",
          failure: { reason: "timeout" },
          report: about,
          record: "r",
          tells,
        };
      case 1:
        return { kind: "retry", due: this.#now + 2_000, memo: "m" };
      case 2:
        return { kind: "retry", due: this.#now, memo: null, isUnused: true };
      case 3:
        return { kind: "delivered", record: null, notice: about, tells };
      case 4:
        return { kind: "delivered", record: "r" };
      default:
        return {
          kind: "retry",
          due: this.#now + 9_000,
          memo: null,
          pause: { since: this.#now, forMs: 9_000 },
        };
    }
  }

  #budget(): LeaseBudget {
    const others = { sales: full, support: { ...full, inbound: this.#below(2) } };
    return aBudget({
      ...full,
      outbound: 2,
      seriesPerChannel: 2,
      ...(this.#below(4) ? { others } : {}),
    });
  }

  async #everything(): Promise<unknown> {
    const { owners, deliveries, messages, pauses, conversations, deadLetters } = this.#stores;
    const ids = visitors.map((visitor) => `shop-key-${visitor}`);
    const each = <Item>(read: (id: string, page: PageRequest) => Promise<Page<Item>>) =>
      Promise.all(ids.map((id) => pages((page) => read(id, page))));
    const counts = await owners.counts();
    return {
      list: await pages((page) => conversations.list(page)),
      history: await each((id, page) => owners.history(id, page)),
      counts: counts.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      owned: await Promise.all(
        [
          {},
          { backends: ["default"] },
          { backends: ["sales", null] },
          { assignee: "ada" },
          { backends: ["default", "support"], assignee: "k\u0000\ud800" },
          { backends: ["nobody"] },
        ].map((query) => pages((page) => owners.owned(query, page))),
      ),
      waiting: await pages((page) => deliveries.deliveries({ state: "waiting" }, page)),
      waitingInbound: await pages((page) =>
        deliveries.deliveries({ state: "waiting", kind: "inbound" }, page),
      ),
      failed: await pages((page) => deliveries.deliveries({ state: "failed" }, page)),
      deliveries: await each((conversationId, page) =>
        deliveries.deliveries({ conversationId }, page),
      ),
      deadLetters: await pages((page) => deadLetters.deadLetters(page)),
      backlog: await deliveries.backlog(),
      due: await Promise.all(backends.map((backend) => messages.nextDueAt(backend))),
      paused: await pauses.longestPaused(20),
      pause: await pauses.save(aBackendPause({ backend: "sales" })),
      notices: await this.#stores.erasures.notices(0, 100),
    };
  }

  #id(): string {
    return `shop-key-${this.#one(visitors)}`;
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  /** A whole number from 0, below `limit`. */
  #below(limit: number): number {
    this.#state =
      (Math.imul(this.#state ^ (this.#state >>> 15), 2_246_822_519) + 0x9e37_79b9) >>> 0;
    return (this.#state >>> 8) % limit;
  }
}

async function pages<Item>(
  read: (request: PageRequest) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let before: string | null = null; ;) {
    const page: Page<Item> = await read({ before, limit: 3 });
    items.push(...page.items);
    before = page.next;
    if (before === null) return items;
    if (items.length > 1_000) throw new Error("there is no end of pages");
  }
}
