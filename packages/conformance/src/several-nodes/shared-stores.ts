import assert from "node:assert/strict";
import type { Append, CommitBatch, CommitResult, Lease, LeaseBudget, Verdict } from "@parley/core";
import type { ContainerModule } from "inversify";
import { commitAgain } from "./commit-again.ts";
import type { Runner } from "../runner.ts";
import { aBudget } from "../samples/samples.ts";
import type { OpenedStores } from "../stores/store-bench.ts";
import { wantDone } from "../want-done.ts";

/** The stores as one node has opened them. */
export interface NodeStores extends Omit<OpenedStores, "reopen" | "close"> {
  /** Simulates a crash: nothing is released, and other nodes can detect the death. */
  crash(): Promise<void>;
}

/** One data set, empty at first, that several nodes share. */
export interface SharedStores {
  /** Opens the data for another node. `owner`: the name under which it holds leases. */
  open(owner: string): Promise<NodeStores>;
  /** A new module of the adapter over the same data, for a gateway. */
  module(): ContainerModule;
  /**
   * Locks a conversation's lanes like another transaction, until the returned function is called. `null` for a store
   * without such locks; the checks then only run calls concurrently.
   */
  readonly lockLanes: ((conversationId: string) => Promise<() => Promise<void>>) | null;
  /** Closes everything and deletes the data. */
  close(): Promise<void>;
}

export type ShareStores = () => Promise<SharedStores>;

/** One node at the port, with the manual clock that all nodes share. */
export class PortNode {
  readonly owner: string;
  readonly stores: NodeStores;
  readonly #bench: SharedBench;

  constructor(owner: string, stores: NodeStores, bench: SharedBench) {
    this.owner = owner;
    this.stores = stores;
    this.#bench = bench;
  }

  commit(batch: Partial<CommitBatch>, budget: Partial<LeaseBudget> = {}): Promise<CommitResult> {
    const whole = { appends: [], settlements: [], ...batch };
    return this.stores.messages.commit(
      whole,
      this.#bench.now,
      aBudget({ owner: this.owner, ...budget }),
    );
  }

  /** Commits one append as a gateway does; see `commitAgain`. */
  append(append: Append, budget: Partial<LeaseBudget> = {}): Promise<CommitResult> {
    return this.#commitAgain({ appends: [append] }, budget);
  }

  /** The same for appends that a rule needs stored. */
  async store(
    appends: readonly Append[],
    budget: Partial<LeaseBudget> = {},
  ): Promise<CommitResult> {
    return wantDone(`appends on ${this.owner}`, await this.#commitAgain({ appends }, budget));
  }

  /** Settles a lease that stands, as a gateway does. */
  async settle(
    lease: Lease,
    verdict: Verdict,
    budget: Partial<LeaseBudget> = {},
  ): Promise<CommitResult> {
    const result = await this.trySettle(lease, verdict, budget);
    return wantDone(`a settlement on ${this.owner}`, result);
  }

  /** The same for a lease that may be stale. */
  trySettle(
    { lane, token }: Lease,
    verdict: Verdict,
    budget: Partial<LeaseBudget> = {},
  ): Promise<CommitResult> {
    return this.#commitAgain({ settlements: [{ lane, token, verdict }] }, budget);
  }

  claim(budget: Partial<LeaseBudget> = {}): Promise<readonly Lease[]> {
    return this.stores.messages.claim(this.#bench.now, aBudget({ owner: this.owner, ...budget }));
  }

  release(scope: "own" | "dead"): Promise<void> {
    return this.stores.messages.release({ owner: this.owner, scope }, this.#bench.now);
  }

  #commitAgain(batch: Partial<CommitBatch>, budget: Partial<LeaseBudget>): Promise<CommitResult> {
    const commit = (part: CommitBatch) => this.commit(part, budget);
    return commitAgain(commit, { appends: [], settlements: [], ...batch });
  }
}

/** Two nodes over one fresh data set. */
export class SharedBench {
  /** Epoch milliseconds, set by the check. */
  now = 1_700_000_000_000;
  readonly shared: SharedStores;

  private constructor(shared: SharedStores) {
    this.shared = shared;
  }

  static async open(share: ShareStores): Promise<SharedBench> {
    return new SharedBench(await share());
  }

  async node(owner: string): Promise<PortNode> {
    return new PortNode(owner, await this.shared.open(owner), this);
  }

  /** Runs `work` while the lanes are locked, if the store has locks. `meanwhile` runs before they are released. */
  async whileLocked<Result>(
    conversationId: string,
    work: () => Promise<Result>,
    meanwhile: () => Promise<void> = pause,
  ): Promise<Result> {
    const letGo = await this.shared.lockLanes?.(conversationId);
    const running = work();
    running.catch(() => {});
    await meanwhile();
    await letGo?.();
    return running;
  }
}

/** One check, on a fresh bench with two nodes. Everything is always closed. */
export type SharedCheck = (
  title: string,
  body: (bench: SharedBench, a: PortNode, b: PortNode) => Promise<void>,
) => void;

export function sharedChecksOf(runner: Runner, share: ShareStores): SharedCheck {
  return (title, body) => {
    runner.it(title, async () => {
      const bench = await SharedBench.open(share);
      try {
        await body(bench, await bench.node("node-a"), await bench.node("node-b"));
      } finally {
        await bench.shared.close();
      }
    });
  };
}

/** The only lease that the calls of all nodes must have granted together. */
export function oneLeaseOf(results: readonly { readonly leases: readonly Lease[] }[]): Lease {
  const leases = results.flatMap((result) => result.leases);
  assert.equal(leases.length, 1, "one of the nodes, and one only, gets the lease");
  return leases[0] as Lease;
}

/** Long enough for a statement to reach a lock, shorter than any lock timeout. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}
