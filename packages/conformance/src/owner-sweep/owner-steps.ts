import type { Append, CommitBatch, CommitResult, Lease, LeaseBudget } from "@parley/core";
import { backendNames, by, forAll } from "../message-store/owners/owner-bench.ts";
import {
  aBudget,
  anInboundAppend,
  anOutboundAppend,
  anOwnerAppend,
  delivered,
  failed,
} from "../samples/samples.ts";
import type { SweptStores } from "./swept-stores.ts";

/** What may happen to one conversation, in any order. Backend `default` is A, `sales` is B. */
export const ownerSteps = [
  "inbound",
  "send-a",
  "send-b",
  "to-a",
  "to-b",
  "to-nobody",
  "claim",
  "settle",
  "crash",
  "erase",
] as const;
export type OwnerStep = (typeof ownerSteps)[number];

const id = "shop-key-1";
/** Longer than every lease of a backend. */
const longMs = 20_000;

/** One conversation, the leases that its workers have, and the fences that its backends know. */
export class OwnerRun {
  readonly #stores: SweptStores;
  readonly #fences = new Map<string, number>();
  #now = 1_700_000_000_000;
  #held: Lease[] = [];

  constructor(stores: SweptStores) {
    this.#stores = stores;
  }

  open(): Promise<string> {
    return this.#stores.backends.open({ names: backendNames, takesDefault: null });
  }

  /** @returns whether the step has changed anything. */
  step(step: OwnerStep): Promise<boolean> {
    switch (step) {
      case "inbound":
        return this.#append(anInboundAppend());
      case "send-a":
      case "send-b":
        return this.#send(step === "send-a" ? "default" : "sales");
      case "to-a":
      case "to-b":
      case "to-nobody":
        return this.#give({ "to-a": "default", "to-b": "sales", "to-nobody": null }[step]);
      case "claim":
        return this.#claim();
      case "settle":
        return this.#settle();
      case "crash":
        return this.#crash();
      case "erase":
        return this.#stores.conversations.erase(id);
    }
  }

  /** Delivers all that waits. Earlier leases have ended by then. */
  async empty(): Promise<void> {
    while (await this.#claim()) while (this.#held.length > 0) await this.#settle();
  }

  async #append(...appends: readonly Append[]): Promise<boolean> {
    const result = await this.#commit({ appends, settlements: [] });
    return result.appends[0]?.status === "stored";
  }

  async #commit(batch: CommitBatch): Promise<CommitResult> {
    const result = await this.#stores.messages.commit(batch, this.#now, budgetOf("node-a"));
    this.#take(result.leases);
    return result;
  }

  /** Under the fence of the event that the backend took last. */
  #send(backend: string): Promise<boolean> {
    const fence = this.#fences.get(backend) ?? null;
    return this.#append(anOutboundAppend(id, { by: by(backend, fence) }));
  }

  /** Twice under one fence: the second change is a repeat, or its fence is stale. */
  async #give(backend: string | null): Promise<boolean> {
    const fence = (await this.#stores.conversations.find({ id }))?.owner.fence ?? 0;
    const tells = { fence, tellsNew: true, tellsOld: true, ifWaiting: "sales" };
    const append = anOwnerAppend(id, { backend, assignee: null }, tells);
    return this.#append(append, append);
  }

  async #claim(): Promise<boolean> {
    this.#now += longMs;
    const leases = await this.#stores.messages.claim(this.#now, budgetOf("node-b"));
    this.#take(leases);
    return leases.length > 0;
  }

  /** Settles all leases that were granted, stale ones too. What an agent sent fails, so that its sender hears of it. */
  async #settle(): Promise<boolean> {
    const held = this.#held;
    this.#held = [];
    for (const { lane, backend, conversation } of held)
      if (lane.kind !== "outbound") this.#fences.set(backend, conversation.owner.fence);
    const settlements = held.map(({ lane, backend, token }) => {
      const verdict =
        lane.kind === "outbound" ? ({ ...failed("{}"), tells: backend } as const) : delivered;
      return { lane, token, verdict };
    });
    await this.#commit({ appends: [], settlements });
    return held.length > 0;
  }

  /** Of all nodes at once. */
  async #crash(): Promise<boolean> {
    const hasLeases = this.#held.length > 0;
    await this.#stores.reopen();
    await this.open();
    await this.#stores.messages.release({ owner: "node-c", scope: "dead" }, this.#now);
    return hasLeases;
  }

  #take(leases: readonly Lease[]): void {
    this.#held.push(...leases);
  }
}

function budgetOf(owner: string): LeaseBudget {
  return aBudget({ ...forAll, owner });
}
