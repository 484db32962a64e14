import type { FailureReason, LaneKind, Owner, OwnerChange, StoredOwnerChange } from "@parley/core";
import type { BackendEnd, PostEnd } from "../world/fate.ts";
import type { ToldChange } from "./trace-entry.ts";

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
  /** As in `Lease`. */
  readonly backend: string;
  /** That of the conversation at that time. */
  readonly fence: number;
  readonly delivery: Delivery;
  /** JSON text of the visitor's profile and id at that time. */
  readonly visitor: string;
  endedAt: number | null;
  endedBy:
    | "settled"
    | "retried"
    | "unused"
    | "released"
    | "taken-over"
    | "handed-over"
    | "erased"
    | null;
}

/** The grants without those that were given back unused. */
export function usedGrants({ grants }: Pick<Delivery, "grants">): readonly Grant[] {
  return grants.filter(({ endedBy }) => endedBy !== "unused");
}

/** The used grants; of an event only those of its last owner, whose attempts begin anew. */
export function grantsOfOwner(delivery: Pick<Delivery, "grants" | "kind">): readonly Grant[] {
  const used = usedGrants(delivery);
  if (delivery.kind !== "inbound") return used;
  return used.filter(({ fence }) => fence === used.at(-1)?.fence);
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

/** One call of an agent app: an event, a report, a notice or a change of owner. */
export interface Call {
  /** Name of the agent app. */
  readonly backend: string;
  /** The fence that an event was told with, in a run with a router. */
  readonly fence: number | undefined;
  /** The change that was told. */
  readonly change: ToldChange | undefined;
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

/** One delivery of a message, a report, a notice or a change of owner, from its commit to its end. */
export interface Delivery {
  /**
   * `deliveryIdOf`; for a report or notice, `report:` or `notice:` and the id of its delivery; for a change of owner,
   * `owner:` and `changeId`.
   */
  readonly id: string;
  readonly kind: LaneKind;
  readonly conversation: ConversationAccount;
  /** The agent app that sent it, or is told; of a visitor's message, the owner at its commit. */
  readonly backend: string;
  /** The change of owner that is told; `null`: it is something else. */
  readonly change: StoredOwnerChange | null;
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
  /** `superseded`: a change of owner that was followed by another before anybody heard of it. */
  state: "waiting" | "delivered" | "failed" | "erased" | "superseded";
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

/** A change of owner as it was written, and when. */
export interface AccountChange extends OwnerChange {
  /** True milliseconds of the run. */
  readonly changedAt: number;
  /** The process that wrote it. */
  readonly life: string;
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
  owner: Owner;
  /** Oldest first. */
  readonly changes: AccountChange[];
  /** Waiting deliveries by `laneKey`, head first. */
  readonly lanes: Map<string, Delivery[]>;
  /** The newest delivery of each message, by its first sequence. */
  readonly newest: Map<number, Delivery>;
}

/** Names a lane within its conversation. Each agent app has lanes of reports and notices of its own. */
export function laneKey(kind: LaneKind, backend: string): string {
  return kind === "reports" || kind === "notices" ? `${kind} ${backend}` : kind;
}

export function laneOf(
  { lanes }: ConversationAccount,
  kind: LaneKind,
  backend: string,
): Delivery[] {
  const key = laneKey(kind, backend);
  const lane = lanes.get(key) ?? [];
  lanes.set(key, lane);
  return lane;
}

/** When the conversation got another backend, true milliseconds of the run. */
export function handOversOf({ changes }: ConversationAccount): readonly number[] {
  return changes.flatMap(({ changedAt, from, to, fence }, index) => {
    const before = changes[index - 1]?.fence ?? 0;
    return fence !== before || from.backend !== to.backend ? [changedAt] : [];
  });
}

/** Whether the conversation got another backend between two instants, both included. */
export function isHandedOver(
  conversation: ConversationAccount,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): boolean {
  return handOversOf(conversation).some((at) => at >= from && at <= to);
}

/** The owner at an instant, true milliseconds of the run. */
export function ownerAt({ owner, changes }: ConversationAccount, at: number): string | null {
  const next = changes.find(({ changedAt }) => changedAt > at);
  return next === undefined ? owner.backend : next.from.backend;
}
