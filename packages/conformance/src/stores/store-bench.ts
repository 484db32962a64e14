import assert from "node:assert/strict";
import type {
  Append,
  AppendResult,
  ChannelStore,
  CommitBatch,
  CommitResult,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  Lease,
  LeaseBudget,
  MessageStore,
  BackendStore,
  OwnerStore,
  PauseStore,
  RetentionStore,
  SearchStore,
  StateStore,
  StoredMessage,
  Verdict,
} from "@parley/core";
import type { Runner } from "../runner.ts";
import {
  aBudget,
  aText,
  anInboundAppend,
  anOutboundAppend,
  delivered,
} from "../samples/samples.ts";
import { wantDone } from "../want-done.ts";

/** The store ports over one empty data set. */
export interface OpenedStores {
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
  readonly channels: ChannelStore;
  readonly deadLetters: DeadLetterStore;
  readonly deliveries: DeliveryStore;
  readonly retention: RetentionStore;
  /** `null`: a store without a search. `searchStoreSuite` is not for it. */
  readonly search: SearchStore | null;
  readonly erasures: ErasureStore;
  readonly state: StateStore;
  readonly pauses: PauseStore;
  readonly owners: OwnerStore;
  readonly backends: BackendStore;
  /** Simulates a crash of this instance and opens another over the same data. */
  reopen(): Promise<OpenedStores>;
  /** Closes everything and deletes the data. */
  close(): Promise<void>;
}

export type OpenStores = () => Promise<OpenedStores>;

/** A fresh data set with a manual clock, and the calls that most checks need. */
export class StoreBench {
  /** Epoch milliseconds, set by the check. */
  now = 1_700_000_000_000;
  stores: OpenedStores;

  constructor(stores: OpenedStores) {
    this.stores = stores;
  }

  commit(batch: Partial<CommitBatch>, budget: Partial<LeaseBudget> = {}): Promise<CommitResult> {
    return this.stores.messages.commit(
      { appends: [], settlements: [], ...batch },
      this.now,
      aBudget(budget),
    );
  }

  async append(append: Append, budget: Partial<LeaseBudget> = {}): Promise<AppendResult> {
    const { appends } = await this.commit({ appends: [append] }, budget);
    return appends[0] as AppendResult;
  }

  /** Appends what a rule needs stored. */
  async store(append: Append, budget: Partial<LeaseBudget> = {}): Promise<void> {
    await this.storeAll([append], budget);
  }

  async storeAll(appends: readonly Append[], budget: Partial<LeaseBudget> = {}): Promise<void> {
    wantDone("an append", await this.commit({ appends }, budget));
  }

  /** Stores one inbound append on an idle lane and returns its lease. */
  async accept(append = anInboundAppend(), budget: Partial<LeaseBudget> = {}): Promise<Lease> {
    return onlyLease(wantDone("an append", await this.commit({ appends: [append] }, budget)));
  }

  /** Makes a conversation with one delivered message; returns its id. */
  async converse(visitorKey = "1", channelKey = "shop-key"): Promise<string> {
    const lease = await this.accept(anInboundAppend({ visitorKey, channelKey }));
    await this.settle(lease, delivered);
    return lease.lane.conversationId;
  }

  /** Stores one agent message on an idle lane and returns its lease. */
  async reply(
    conversationId: string,
    text = "good day",
    budget: Partial<LeaseBudget> = {},
  ): Promise<Lease> {
    const append = anOutboundAppend(conversationId, { messages: [aText(text)] });
    return onlyLease(wantDone("an append", await this.commit({ appends: [append] }, budget)));
  }

  /** Settles a lease that stands. */
  async settle(
    lease: Lease,
    verdict: Verdict,
    budget: Partial<LeaseBudget> = {},
  ): Promise<CommitResult> {
    return wantDone("a settlement", await this.trySettle(lease, verdict, budget));
  }

  /** The same for a lease that may be stale. */
  trySettle(
    lease: Lease,
    verdict: Verdict,
    budget: Partial<LeaseBudget> = {},
  ): Promise<CommitResult> {
    const settlement = { lane: lease.lane, token: lease.token, verdict };
    return this.commit({ settlements: [settlement] }, budget);
  }

  /** Erases a conversation that is there. */
  async erase(conversationId: string): Promise<void> {
    wantDone("an erasure", await this.stores.conversations.erase(conversationId));
  }

  /** @throws AssertionError when the store brings none */
  get search(): SearchStore {
    const { search } = this.stores;
    assert.ok(search !== null, "this store brings no SearchStore");
    return search;
  }

  /** Brings the search index up to date. */
  async index(limit = 50): Promise<void> {
    for (let steps = 0; steps < 1_000; steps += 1)
      if ((await this.search.index(this.now, limit)).isCaughtUp) return;
    assert.fail("the index never catches up");
  }

  claim(budget: Partial<LeaseBudget> = {}): Promise<readonly Lease[]> {
    return this.stores.messages.claim(this.now, aBudget(budget));
  }

  async messages(conversationId: string): Promise<readonly StoredMessage[]> {
    return (await this.stores.conversations.messages(conversationId, { before: null, limit: 200 }))
      .items;
  }

  async restart(): Promise<void> {
    this.stores = await this.stores.reopen();
  }
}

/** The only lease that a call must have granted. */
export function onlyLease(granted: { readonly leases: readonly Lease[] }): Lease {
  assert.equal(
    granted.leases.length,
    1,
    "the call grants exactly one lease: on the one lane that was idle",
  );
  return granted.leases[0] as Lease;
}

/** The sequences of a stored or repeated append. */
export function sequencesOf(result: AppendResult): readonly number[] {
  assert.ok(
    result.status === "stored" || result.status === "repeated",
    "the append is stored or a repeat, not refused",
  );
  return result.sequences;
}

/** One check of a suite, on a fresh bench that is always closed. */
export type Check = (title: string, body: (bench: StoreBench) => Promise<void>) => void;

export function checksOf(runner: Runner, open: OpenStores): Check {
  return (title, body) => {
    runner.it(title, async () => {
      const bench = new StoreBench(await open());
      try {
        await body(bench);
      } finally {
        await bench.stores.close();
      }
    });
  };
}
