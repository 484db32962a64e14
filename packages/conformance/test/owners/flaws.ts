import type {
  Append,
  CommitBatch,
  CommitResult,
  Lease,
  LeaseBudget,
  MessageStore,
  Owner,
} from "@parley/core";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import type { OpenedStores } from "../../src/index.ts";

/** Makes right stores wrong. */
export type OwnerFlaw = (right: OpenedStores, data: MemoryData) => Partial<OpenedStores>;

/** Memory stores with a flaw. */
export async function openBroken(flaw: OwnerFlaw, data = new MemoryData()): Promise<OpenedStores> {
  const right: OpenedStores = {
    ...createMemoryStores({ data }),
    reopen: () => openBroken(flaw, data),
    close: async () => {},
  };
  return { ...right, ...flaw(right, data) };
}

interface Rewriting {
  /** What is committed in place of a batch. */
  readonly batch?: (batch: CommitBatch) => CommitBatch | Promise<CommitBatch>;
  readonly budget?: (budget: LeaseBudget) => LeaseBudget;
  /** What is handed out in place of a lease. */
  readonly lease?: (lease: Lease) => Lease;
  readonly result?: (result: CommitResult, batch: CommitBatch) => CommitResult;
}

/** A flaw that rewrites what is asked of a message store, or what it answers. */
export function rewriting(of: (right: OpenedStores, data: MemoryData) => Rewriting): OwnerFlaw {
  return (right, data) => {
    const { batch, budget, lease, result } = of(right, data);
    const { messages } = right;
    const leases = (all: readonly Lease[]) => (lease === undefined ? all : all.map(lease));
    const given = (asked: LeaseBudget) => budget?.(asked) ?? asked;
    const wrong: MessageStore = {
      commit: async (asked, now, own) => {
        const answer = await messages.commit((await batch?.(asked)) ?? asked, now, given(own));
        const granted = { ...answer, leases: leases(answer.leases) };
        return result?.(granted, asked) ?? granted;
      },
      claim: async (now, own) => leases(await messages.claim(now, given(own))),
      release: (...call) => messages.release(...call),
      nextDueAt: (backend) => messages.nextDueAt(backend),
    };
    return { messages: wrong };
  };
}

/** Rewrites each append. */
export function appending(of: (append: Append, data: MemoryData) => Append): OwnerFlaw {
  return rewriting((_, data) => ({
    batch: (batch) => ({ ...batch, appends: batch.appends.map((append) => of(append, data)) }),
  }));
}

/** The owner of a conversation as it is stored. */
export function ownerIn(data: MemoryData, id: string): Owner | undefined {
  return data.conversations.get(id)?.current.owner;
}
