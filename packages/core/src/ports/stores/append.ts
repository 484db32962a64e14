import type { NewOwner } from "../../model/owner.ts";
import type { Profile } from "../../protocol/senders/profile.ts";

/**
 * A visitor's message, or its parts when it was split. The store creates or updates the conversation and merges the
 * profile under the conversation's lock.
 */
export interface InboundAppend {
  readonly kind: "inbound";
  readonly channelKey: string;
  readonly channelId: string;
  readonly visitorKey: string;
  /** JSON text of `sender.id`. It replaces the conversation's, even when the append is a repeat. */
  readonly visitorId: string;
  /** Id for the conversation if this append creates it. If it does not, a later append may carry the same id. */
  readonly candidateId: string;
  /** Name of the backend that gets the conversation if this append creates it, or if it has no owner. */
  readonly backend: string;
  /** Whether this append may create a conversation. `false`: a new visitor is refused with `conversation-limit`. */
  readonly mayCreate: boolean;
  /** Fields that are present replace the stored ones, even when the append is a repeat (rulings 7 and 11). */
  readonly profile: Profile;
  /** JSON texts of `message`, in order; at least one. */
  readonly messages: readonly string[];
  /** Identity by which a client's own retry is recognised (ruling 11); `null`: do not look for a repeat. */
  readonly identity: MessageIdentity | null;
}

/**
 * Ruling 11, per channel. A message is a repeat when the same visitor sent the same `messageId` and `content` less
 * than `windowMs` before. A `messageId` that has carried two contents is tainted: it identifies nothing on that
 * channel any more.
 */
export interface MessageIdentity {
  /** A digest of `message.id`, hex. */
  readonly messageId: string;
  /** A digest of the whole `message`, hex. */
  readonly content: string;
  readonly windowMs: number;
}

/**
 * An agent's message, or its parts when it was split. The store freezes the conversation's `visitorId` as the
 * recipient.
 */
export interface OutboundAppend {
  readonly kind: "outbound";
  readonly conversationId: string;
  /**
   * While deliveries of the first append with this key are kept, another one gets `repeated` and their sequences.
   * `null`: no key.
   */
  readonly idempotencyKey: string | null;
  /** Who sends: refused with `not-owner` unless the conversation is theirs. `null`: the gateway itself, which may always. */
  readonly by: SendingBackend | null;
  /** JSON text of the agent's `sender`. */
  readonly sender: string;
  /** JSON texts of `message`, in order; at least one. */
  readonly messages: readonly string[];
}

/** The backends that one agent app offers. */
export interface SendingBackend {
  readonly backends: readonly string[];
  /** The fence under which the message was written; `null`: the owner's at the commit. */
  readonly fence: number | null;
}

/**
 * Sends a failed message once more, at the end of its lane: an agent's *send again*, or the redelivery of a dead
 * letter.
 * When the message's newest delivery has not failed, the store appends nothing and answers `repeated`.
 */
export interface ResendAppend {
  readonly kind: "again";
  readonly conversationId: string;
  /** Sequence of the message's first delivery. */
  readonly sequence: number;
  /** Direction of the message. A message of the other direction gets `unknown-message`. */
  readonly direction: "inbound" | "outbound";
  /** As in `OutboundAppend`; `null` for a dead letter. */
  readonly by: SendingBackend | null;
  /** Name of the backend that gets a dead letter if the conversation has no owner. */
  readonly backend: string;
}

/**
 * Changes a conversation's owner. The store calls `changeOwner` under the conversation's lock and writes the change into
 * its history. When the backend changes:
 * - Its inbound lane becomes one of the new backend and starts anew: a lease on it is stale, and it is due now.
 * - With `tellsNew` that lane first holds the change itself, before every event; there is a lane even without an event.
 * - With `tellsOld` the notices lane of the old backend gets the change.
 */
export interface OwnerAppend {
  readonly kind: "owner";
  readonly conversationId: string;
  /** The fence that the caller knows. Another one is refused with `stale-fence`. */
  readonly fence: number;
  readonly to: NewOwner;
  /** The backend that gets the conversation if `to` has none and an event waits. If it has it already, it keeps it. */
  readonly ifWaiting: string;
  /** As in `OwnerChange`. */
  readonly name: string;
  readonly by: string;
  readonly why: string | null;
  readonly tellsNew: boolean;
  readonly tellsOld: boolean;
}

/** One message to store, or a change of owner. */
export type Append = InboundAppend | OutboundAppend | ResendAppend | OwnerAppend;

/**
 * The store's answer to one append. To a change of owner: `stored`, or `repeated` when nothing is to change, without
 * sequences.
 */
export type AppendResult =
  | {
      readonly status: "stored" | "repeated";
      readonly conversationId: string;
      /** Sequences of the new deliveries; of the earlier ones when repeated. */
      readonly sequences: readonly number[];
      /** Whether this append created the conversation. */
      readonly created: boolean;
    }
  | {
      readonly status: "refused";
      readonly refusal:
        | "conversation-limit"
        | "unknown-conversation"
        | "unknown-message"
        | "lane-full"
        | "not-owner"
        | "stale-fence"
        /** A node that knows no owners uses the store. */
        | "earlier-node";
    }
  /**
   * Only this append was not stored, and no part of it was: its lane is locked, or the store cannot hold the text.
   */
  | {
      readonly status: "unavailable";
      readonly cause: unknown;
      /**
       * Whether another transaction has the lane locked. The engine then commits the append again for half a second.
       * Default: no.
       */
      readonly isLocked?: boolean;
    };
