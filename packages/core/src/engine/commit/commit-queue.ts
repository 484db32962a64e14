import type { WriteAnswer } from "../../model/plugin-entry.ts";
import type { Append, AppendResult } from "../../ports/stores/append.ts";
import type { Settlement } from "../../ports/stores/message-store.ts";
import type { StateBatch } from "../../state/state-batch.ts";

/** Result of an append that the store has stored or refused. */
export type AppendAnswer = Exclude<AppendResult, { status: "unavailable" }>;

/**
 * All writes of messages, lanes and state. Called by inbox, outbox, operations, dispatcher and the
 * state of plugins. It collects items of many callers into one transaction of the store (a group
 * commit) and answers each caller after it. Leases that a call granted are booked in the
 * `LeaseBook`, which hands them to the dispatcher after those answers.
 * `LocalCommitQueue`: for a store in this process, which blocks it while it writes.
 * `RemoteCommitQueue`: for a store across a wire, which other nodes use, and which can do several things at once.
 */
export interface CommitQueue {
  /**
   * Resolves after the commit that holds the append.
   * @throws ParleyError `overloaded` (nothing stored) or `store-unavailable` (perhaps stored)
   */
  append(item: Append): Promise<AppendAnswer>;
  /** Resolves after the commit. @throws ParleyError `store-unavailable`: perhaps stored, so settle again. */
  settle(item: Settlement): Promise<"settled" | "stale">;
  /**
   * Resolves after the commit of what a plugin writes.
   * @throws ParleyError `overloaded` (nothing written) or `store-unavailable` (perhaps written)
   */
  write(item: StateBatch): Promise<WriteAnswer>;
  /** Like `settle`, in a transaction of its own. */
  settleAlone(item: Settlement): Promise<"settled" | "stale">;
  /** Leases due lanes. @throws the store's error. */
  claim(): Promise<void>;
  /** Releases this node's own leases, or those of nodes known to be dead. @throws the store's error. */
  release(scope: "own" | "dead"): Promise<void>;
  /** Whether the store can write now. Never rejects. */
  canWrite(): Promise<boolean>;
  /** Resolves when the calls under way have been answered. */
  idle(): Promise<void>;
}
