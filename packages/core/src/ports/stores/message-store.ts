import type { ServiceIdentifier } from "inversify";
import type { Conversation } from "../../model/conversation.ts";
import type { Failure } from "../../model/delivery.ts";
import type { Lane, LaneKind, LeaseTerms } from "../../model/lane.ts";
import type { Profile } from "../../protocol/senders/profile.ts";

/** A visitor's message (several when it was split). Upserts the conversation and merges the profile under its lock. */
export interface InboundAppend {
  readonly kind: "inbound";
  readonly channelKey: string;
  readonly channelId: string;
  readonly visitorKey: string;
  /** JSON text of `sender.id`; replaces the conversation's, also when the append is a repeat. */
  readonly visitorId: string;
  /** The conversation's id when this append makes it; when it does not, a later one may come with the same. */
  readonly candidateId: string;
  /** Whether this append may make a conversation; else a new visitor is refused with `conversation-limit`. */
  readonly mayCreate: boolean;
  /** Present fields replace the stored ones, also when the append is a repeat (rulings 7 and 11). */
  readonly profile: Profile;
  /** JSON texts of `message`, in order; at least one. */
  readonly messages: readonly string[];
  /** What tells a client's own retry (ruling 11); `null` when it is not looked for. */
  readonly identity: MessageIdentity | null;
}

/**
 * Ruling 11, per channel: same `messageId` and `content` from the same visitor within `windowMs` of its acceptance is
 * a repeat; a `messageId` that has carried two contents identifies nothing on that channel ever again.
 */
export interface MessageIdentity {
  /** A digest of `message.id`, hex. */
  readonly messageId: string;
  /** A digest of the whole `message`, hex. */
  readonly content: string;
  readonly windowMs: number;
}

/** An agent's message (several when it was split). The store freezes the conversation's `visitorId` as recipient. */
export interface OutboundAppend {
  readonly kind: "outbound";
  readonly conversationId: string;
  /** The same key within `idempotencyMs` answers `repeated` with the first call's sequences. `null`: no key. */
  readonly idempotencyKey: string | null;
  /** JSON text of the agent's `sender`. */
  readonly sender: string;
  /** JSON texts of `message`, in order; at least one. */
  readonly messages: readonly string[];
}

/**
 * A failed message once more, at its lane's end: send again for an agent, redelivery of a dead letter.
 * When its newest delivery is not failed nothing is appended and the answer is `repeated`.
 */
export interface AgainAppend {
  readonly kind: "again";
  readonly conversationId: string;
  /** The message's sequence, of its first delivery. */
  readonly sequence: number;
  /** Which way it went; a message that went the other way is `unknown-message`. */
  readonly direction: "inbound" | "outbound";
}

export type Append = InboundAppend | OutboundAppend | AgainAppend;

export type AppendResult =
  | {
      readonly status: "stored" | "repeated";
      readonly conversationId: string;
      /** Of the new deliveries; of the earlier ones when repeated. */
      readonly sequences: readonly number[];
      /** Whether this append made the conversation. */
      readonly created: boolean;
    }
  | {
      readonly status: "refused";
      readonly refusal:
        | "conversation-limit"
        | "unknown-conversation"
        | "unknown-message"
        | "lane-full";
    }
  /** This one alone could not be stored: something has its lane locked, or the store cannot hold it. Nothing of it is. */
  | { readonly status: "unavailable"; readonly cause: unknown };

/** What became of a leased head. */
export type Verdict =
  | {
      readonly kind: "delivered";
      /** What is kept with the settled delivery, and given back by `DeliveryStore`; not on the reports lane. */
      readonly record: string | null;
    }
  | {
      readonly kind: "failed";
      readonly failure: Failure;
      /** JSON text of a `DeliveryReport`, appended to the conversation's reports lane by the same transaction. */
      readonly report: string | null;
      /** As of one that was delivered. */
      readonly record: string | null;
    }
  | {
      /** The head stays and is due at `due`. */
      readonly kind: "retry";
      readonly due: number;
      /** Kept for the next lease. */
      readonly memo: string | null;
      /** Nothing was done under the lease: its lane goes on on the terms of `unusedLease`, whatever `due` says. Default: `false`. */
      readonly isUnused?: boolean;
    };

export interface Settlement {
  readonly lane: Lane;
  /** The lease's fencing token: a settlement with any other is refused, that one alone. */
  readonly token: number;
  readonly verdict: Verdict;
}

/** The delivery at the front of a lane. */
export interface Head {
  readonly sequence: number;
  /** Sequence of the message's first delivery; equals `sequence` unless it was sent again. */
  readonly messageSequence: number;
  /** JSON text: a wire `message`, or a `DeliveryReport` on the reports lane. */
  readonly message: string;
  /** JSON text of the agent's `sender`; `null` except on the outbound lane. */
  readonly sender: string | null;
  /** JSON text of `recipient.id`, frozen at append; `null` except on the outbound lane. */
  readonly recipientId: string | null;
  readonly acceptedAt: number;
}

/** One node's right to carry a lane's head until an instant. */
export interface Lease extends LeaseTerms {
  readonly lane: Lane;
  /** Unique among all leases ever granted by this store, and rising. */
  readonly token: number;
  readonly head: Head;
  /** The conversation as it is now. */
  readonly conversation: Conversation;
  /** What the last `retry` settlement of this head left. */
  readonly memo: string | null;
}

/** How many leases of each kind a call may grant, to whom, and the bound on series per channel. */
export interface LeaseBudget extends Readonly<Record<LaneKind, number>> {
  /** The node. */
  readonly owner: string;
  /** Outbound series (heads that may start, or have) that one channel may have in flight; past it lanes are parked. */
  readonly seriesPerChannel: number;
}

export interface CommitBatch {
  readonly appends: readonly Append[];
  readonly settlements: readonly Settlement[];
}

export interface CommitResult {
  /** One per append, in order. */
  readonly appends: readonly AppendResult[];
  /** One per settlement, in order; `unavailable` as of an append: to be settled again. */
  readonly settlements: readonly ("settled" | "stale" | "unavailable")[];
  readonly leases: readonly Lease[];
}

/** Whose leases to give back: the owner's own, or those of every owner known to be dead. */
export interface ReleaseScope {
  readonly owner: string;
  readonly scope: "own" | "dead";
}

/** Called by the committer and the dispatcher; implemented by each store. */
export interface MessageStore {
  /**
   * Whether another process or thread does the work of a call: then the next commit is handed over before the answers
   * of the last one are given, and both go on at once, or some milliseconds after them while commits take long; and claims,
   * and commits that hold retries and grant nothing, run beside the others, as another node's would. Such a
   * store may not hold up the turn in which a call is made: more than a second counts as a standstill of the process, and
   * costs the node its leases. Default: no.
   */
  readonly isRemote?: boolean;
  /**
   * One durable transaction: settlements, then appends, each list in order. Grants leases within the budget on lanes
   * that were idle and on the next heads of settled lanes; whatever gets none is due now, or parked when its channel
   * is at its bound. An empty batch proves that the store can write. A store in which others may hold a lane locked
   * leaves out, as `unavailable`, what it cannot store, so that one lane costs only itself.
   * @throws when nothing is known to be stored; the outcome may still be "stored".
   */
  commit(batch: CommitBatch, now: number, budget: LeaseBudget): Promise<CommitResult>;
  /** Leases lane heads that are due, oldest `due` first per kind. */
  claim(now: number, budget: LeaseBudget): Promise<readonly Lease[]>;
  /**
   * Gives leases back on the terms of `releaseLease`. Scope `dead` also repairs instants of idle lanes after a
   * restart (`repairAfterRestart`): a store that others go on using meanwhile tells it how long ago `now` was when it
   * got to a lane.
   */
  release(whose: ReleaseScope, now: number): Promise<void>;
  /** The earliest `due` of each lane kind, leased ones included; `null` when there is none. */
  nextDueAt(): Promise<Readonly<Record<LaneKind, number | null>>>;
}
export const MessageStore = Symbol.for(
  "@parley/core/MessageStore",
) as ServiceIdentifier<MessageStore>;
