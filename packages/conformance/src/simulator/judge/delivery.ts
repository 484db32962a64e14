import type { FailureReason, LaneKind } from "@parley/core";
import type { BackendEnd, PostEnd } from "../world/fate.ts";

/** A lease as the store granted it. */
export interface Grant {
  readonly token: number;
  readonly life: string;
  readonly owner: string;
  readonly at: number;
  /** The instant of the settlement. */
  readonly now: number;
  readonly attempt: number;
  readonly startedAt: number;
  readonly until: number;
  readonly delivery: Delivery;
  /** JSON text of the visitor's profile and id at that time. */
  readonly visitor: string;
  endedAt: number | null;
  endedBy: "settled" | "retried" | "unused" | "released" | "taken-over" | "erased" | null;
}

/** The grants without those that were given back unused. */
export function usedGrants({ grants }: Pick<Delivery, "grants">): readonly Grant[] {
  return grants.filter(({ endedBy }) => endedBy !== "unused");
}

/** One POST of a message, as the endpoint got it. */
export interface Post {
  readonly at: number;
  readonly local: number;
  readonly askedAt: number;
  readonly life: string;
  readonly body: string;
  readonly end: PostEnd;
  readonly grant: Grant;
  endedAt: number | null;
  aborted: boolean;
  positive: boolean;
}

/** One call of the agent app: an event, a report or a notice. */
export interface Call {
  readonly at: number;
  readonly local: number;
  readonly life: string;
  readonly end: BackendEnd;
  readonly visitor: Readonly<Record<string, string>> | null;
  readonly mayBeRepeat: boolean;
  readonly grant: Grant;
  endedAt: number | null;
  /** The node's own clock at that time. */
  endedLocal: number | null;
  outcome: "taken" | "rejected" | "threw" | "aborted" | "later" | null;
  /** The pause that the agent app asked for. */
  pause: AskedPause | null;
}

/** A pause as the agent app asked for it. */
export interface AskedPause {
  readonly scope: "event" | "backend";
  /** Within the bounds of the contract. */
  readonly forMs: number;
}

/** One delivery of a message, a report or a notice, from its commit to its end. */
export interface Delivery {
  /** `deliveryIdOf`; for a report or notice, `report:` or `notice:` and the id of its delivery. */
  readonly id: string;
  readonly kind: LaneKind;
  readonly conversation: ConversationAccount;
  /** 0 for a report or notice, because the store does not tell. */
  readonly sequence: number;
  readonly messageSequence: number;
  readonly label: string;
  /** The wire's `message.id`; empty when there is none. */
  readonly messageId: string;
  readonly message: string;
  /** JSON text of the recipient's id at the append. */
  readonly recipient: string;
  readonly committedAt: number;
  /** The instant of its commit on the node's own clock. */
  readonly acceptedAt: number;
  readonly committedBy: string;
  /** The deliveries before it on its lane at that time. */
  readonly ahead: number;
  readonly isAgain: boolean;
  state: "waiting" | "delivered" | "failed" | "erased";
  settledAt: number | null;
  settledNow: number | null;
  settledBy: string | null;
  reason: FailureReason | null;
  /** Further fields of the failure; usually absent. */
  description: string | undefined;
  readonly reports: Delivery[];
  readonly notices: Delivery[];
  readonly grants: Grant[];
  readonly posts: Post[];
  readonly calls: Call[];
}

/** The expected state of one conversation. */
export interface ConversationAccount {
  readonly id: string;
  readonly channelKey: string;
  readonly channelId: string;
  readonly visitorKey: string;
  visitorId: string;
  profile: Readonly<Record<string, string>>;
  erasedAt: number | null;
  /** Waiting deliveries, head first. */
  readonly lanes: Readonly<Record<LaneKind, Delivery[]>>;
  /** The newest delivery of each message, by its first sequence. */
  readonly newest: Map<number, Delivery>;
}
