import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { Failure } from "../../model/delivery.ts";
import type { BackendLaneKind, Lane, LaneKind, LanePause, LeaseTerms } from "../../model/lane.ts";
import type { WriteAnswer } from "../../model/plugin-entry.ts";
import type { Append, AppendResult } from "./append.ts";
import type { StateBatch } from "../../state/state-batch.ts";

/** Outcome of a leased head. */
export type Verdict =
  | {
      readonly kind: "delivered";
      /** Kept with the settled delivery and returned by `DeliveryStore`; ignored on lanes of reports and notices. */
      readonly record: string | null;
      /**
       * JSON text of a `StoredNotice`. The same transaction appends it to the conversation's notices lane of the
       * backend `tells`. Default: none.
       */
      readonly notice?: string;
      /** Name of a backend. Default: `default`. */
      readonly tells?: string;
    }
  | {
      readonly kind: "failed";
      readonly failure: Failure;
      /**
       * JSON text of a `StoredReport`. The same transaction appends it to the conversation's reports lane of the backend
       * `tells`.
       */
      readonly report: string | null;
      /** As for `delivered`. */
      readonly tells?: string;
      /** As for `delivered`. */
      readonly record: string | null;
    }
  | {
      /** The head stays in its lane and is due at `due`. */
      readonly kind: "retry";
      readonly due: number;
      /** Kept for the next lease. */
      readonly memo: string | null;
      /**
       * Nothing was done under the lease: the lane continues on the terms of `unusedLease`, and `due` is ignored.
       * Default: `false`.
       */
      readonly isUnused?: boolean;
      /** The backend asked for a pause: the lane continues at `due` on the terms of `pausedLease`. Default: none. */
      readonly pause?: LanePause;
    };

/** The verdict on one leased head. */
export interface Settlement {
  readonly lane: Lane;
  /** The lease's fencing token. A settlement with any other token is refused; the rest of the batch is not. */
  readonly token: number;
  readonly verdict: Verdict;
}

/** The first delivery of a lane. */
export interface Head {
  readonly sequence: number;
  /** Sequence of the message's first delivery; equals `sequence` unless the message was sent again. */
  readonly messageSequence: number;
  /** JSON text: a wire `message`, or a `StoredReport` or `StoredNotice` on the lanes of those. */
  readonly message: string;
  /** JSON text of the agent's `sender`; `null` except on the outbound lane. */
  readonly sender: string | null;
  /** JSON text of `recipient.id`, frozen at append; `null` except on the outbound lane. */
  readonly recipientId: string | null;
  readonly acceptedAt: number;
}

/** The right of one node to deliver a lane's head until an instant. */
export interface Lease extends LeaseTerms {
  readonly lane: Lane;
  /** Name of the backend whose lane it is; on the outbound lane, of the one that sent the message. */
  readonly backend: string;
  /**
   * Whether the head is no message, but a change of owner that the backend hears before all events: its `message` is the
   * JSON text of a `StoredOwnerChange`, and its sequences are 0. Once settled other than by `retry`, it is gone.
   */
  readonly isOwnerChange: boolean;
  /** Unique among all leases that this store ever granted, and rising. */
  readonly token: number;
  readonly head: Head;
  /** The conversation at the time of the grant. */
  readonly conversation: Conversation;
  /** The memo of this head's last `retry` settlement. */
  readonly memo: string | null;
  /** Epoch milliseconds of the first pause that the backend asked for at this head; `null`: none. */
  readonly pausedSince: number | null;
}

/** How many leases of each kind a call may grant on the lanes of one backend. */
export type BackendBudget = Readonly<Record<BackendLaneKind, number>>;

/**
 * How many leases of each kind a call may grant, to which node, and the limit of series per channel. The numbers of
 * `inbound`, `reports` and `notices` are those of the backend `default`.
 */
export interface LeaseBudget extends Readonly<Record<LaneKind, number>> {
  /** The numbers of further backends, by name. Lanes of other backends are not leased. Default: none. */
  readonly others?: Readonly<Record<string, BackendBudget>>;
  /** The node's id. */
  readonly owner: string;
  /**
   * How many outbound series (heads that have started or may start) one channel may have in flight. Further lanes
   * are parked.
   */
  readonly seriesPerChannel: number;
}

/** The content of one commit. Each list may be empty. */
export interface CommitBatch {
  readonly appends: readonly Append[];
  readonly settlements: readonly Settlement[];
  /**
   * Whether its appends were answered `isLocked` before. The engine asks again a moment later, so the store need not
   * wait long for their lanes. Default: no.
   */
  readonly isAgain?: boolean;
  /** What plugins write. Default: nothing. */
  readonly states?: readonly StateBatch[];
}

/** Results of a commit, and the leases that it granted. */
export interface CommitResult {
  /** One per append, in order. */
  readonly appends: readonly AppendResult[];
  /** One per settlement, in order. `unavailable`: not stored, as for an append; settle it again. */
  readonly settlements: readonly ("settled" | "stale" | "unavailable")[];
  /** One per batch of a plugin, in order. */
  readonly states: readonly WriteAnswer[];
  readonly leases: readonly Lease[];
}

/** Whose leases to release: the owner's own, or those of every owner known to be dead. */
export interface ReleaseScope {
  readonly owner: string;
  readonly scope: "own" | "dead";
}

/** Called by the commit queue and the dispatcher; implemented by each store. */
export interface MessageStore {
  /**
   * Whether another process or thread does the work of a call. Default: no. If so:
   * - The engine hands over the next commit before it gives the answers of the last one, so that both proceed at once.
   *   While commits take long, it hands the next one over some milliseconds after those answers.
   * - Claims, commits that hold retries and grant nothing, and commits of appends that were locked run concurrently
   *   with other commits, like those of another node.
   * - The store must not block the event-loop turn in which a call is made. A block of more than a second counts as a
   *   standstill of the process and costs the node its leases.
   */
  readonly isRemote?: boolean;
  /**
   * Runs one durable transaction: settlements first, then appends, then the writes of plugins, each list in order. An empty batch proves that
   * the store can write.
   * Grants leases within the budget on lanes that were idle and on the next heads of settled lanes. A lane that
   * gets no lease is due now, or is parked when its channel is at its limit. A lease that a change of owner in the
   * same batch makes stale is left out of the result, and its place in the budget is used up.
   * A store with lane locks answers `unavailable` for each item that it cannot store, so that one lane does not
   * fail the batch. It then stores no later append of a locked lane either, even if the lock has ended.
   * @throws when nothing is known to be stored; the commit may still have succeeded. Also for the name of a backend
   * that `BackendStore.open` has not made known.
   */
  commit(batch: CommitBatch, now: number, budget: LeaseBudget): Promise<CommitResult>;
  /**
   * Leases lane heads that are due: of each kind the earliest `due` first, whatever the backend, then the older
   * conversation.
   */
  claim(now: number, budget: LeaseBudget): Promise<readonly Lease[]>;
  /**
   * Releases leases on the terms of `releaseLease`. Scope `dead` also repairs the instants of idle lanes after a
   * restart (`repairAfterRestart`).
   * A store that other nodes use meanwhile passes `repairAfterRestart` the time since `now` as `lateMs`.
   */
  release(whose: ReleaseScope, now: number): Promise<void>;
  /**
   * The earliest `due` of each lane kind, leased lanes included; `null` when there is none. Except for `outbound` only
   * lanes of one backend count; by default, of `default`.
   */
  nextDueAt(backend?: string): Promise<Readonly<Record<LaneKind, number | null>>>;
}
export const MessageStore = Symbol.for(
  "@parley/core/MessageStore",
) as ServiceIdentifier<MessageStore>;
