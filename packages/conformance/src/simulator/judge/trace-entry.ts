import type {
  BackendPause,
  CommitBatch,
  CommitResult,
  GatewayEvent,
  Lease,
  LeaseBudget,
  LogFields,
  Owner,
  OwnerChange,
  OwnerNotice,
  CallFacts,
  ResumedLanes,
} from "@parley/core";
import type { BackendEnd, PostEnd, StoreEnd } from "../world/fate.ts";

/** Instant and process (node and life) of an entry; `world`: outside the nodes. */
export interface Stamp {
  /** True milliseconds since the run began. */
  readonly at: number;
  /** The node's own clock, in epoch milliseconds. */
  readonly local: number;
  readonly life: string;
}

export type LifeEvent =
  | "starting"
  | "started"
  | "start-failed"
  | "crashed"
  | "stopping"
  | "stopped"
  | "paused"
  | "store-lost"
  | "clock"
  | "jump"
  | "healed"
  | "closing"
  | "ended";

/** A method of the agent app that hears of messages. */
export type CallKind = "receive" | "report" | "delivered" | "owner";

/** A change of owner as an agent app was told of it. */
export type ToldChange = Omit<OwnerNotice, keyof CallFacts>;

/** Names a change of owner among all that agent apps hear of. */
export function changeId(conversationId: string, fence: number, isNewOwner: boolean): string {
  return `${conversationId}.${fence}.${isNewOwner ? "new" : "old"}`;
}

/** An event that is visible from outside the engine. */
export type Fact =
  | {
      readonly kind: "asked";
      readonly call: number;
      readonly inputKind: string;
      readonly label: string | null;
      /** In a run with a router: the agent app that asks; `null`: the gateway's own services. */
      readonly by?: string | null;
      /** The fence that the caller passes. */
      readonly fence?: number;
      readonly conversationId?: string;
    }
  | {
      readonly kind: "answered";
      readonly call: number;
      readonly inputKind: string;
      readonly label: string | null;
      readonly accepted: boolean;
      /** Of a refusal: its HTTP status. */
      readonly status: number;
      /** Of a refusal: its number in the documented table. */
      readonly code: number;
    }
  | {
      readonly kind: "commit";
      readonly now: number;
      readonly budget: LeaseBudget;
      readonly batch: CommitBatch;
      readonly result: CommitResult;
    }
  | {
      readonly kind: "claim";
      readonly now: number;
      readonly budget: LeaseBudget;
      readonly leases: readonly Lease[];
    }
  | {
      readonly kind: "release";
      readonly now: number;
      readonly owner: string;
      readonly scope: "own" | "dead";
      /** Owners that were reported to the store as dead. */
      readonly dead: readonly string[];
    }
  | {
      readonly kind: "claimed-due";
      readonly now: number;
      readonly claimed: readonly {
        readonly key: string;
        readonly claim: { readonly token: string; readonly until: number };
      }[];
    }
  /** A call of the plugin for a due entry. */
  | { readonly kind: "due"; readonly call: number; readonly key: string; readonly token: string }
  /** Its end, or its abortion. */
  | { readonly kind: "due-end"; readonly call: number }
  | { readonly kind: "erased"; readonly conversationId: string }
  | { readonly kind: "removed"; readonly channelId: string }
  /** Appends passed to the store, at the call. */
  | { readonly kind: "committing"; readonly labels: readonly string[] }
  /** A store call that failed or took time. */
  | {
      readonly kind: "trouble";
      readonly operation: string;
      readonly end: StoreEnd | "lost";
      readonly beganAt: number;
      /** Its duration, including any standstill of the node. */
      readonly ms: number;
    }
  | {
      readonly kind: "post";
      readonly call: number;
      readonly typing: boolean;
      readonly messageId: string;
      readonly url: string;
      readonly body: string;
      readonly end: PostEnd;
      /** True milliseconds of the call to the transport. */
      readonly askedAt: number;
    }
  | {
      readonly kind: "post-end";
      readonly call: number;
      readonly aborted: boolean;
      /** Whether the engine was given a positive answer. */
      readonly positive: boolean;
    }
  | {
      readonly kind: "unsent";
      readonly messageId: string;
      readonly why: "permit" | "aborted" | "fate";
    }
  | {
      readonly kind: CallKind;
      readonly call: number;
      /** Of the event, or of the delivery that the report or notice is about. */
      readonly id: string;
      readonly conversationId: string;
      readonly visitor: Readonly<Record<string, string>> | null;
      readonly mayBeRepeat: boolean;
      readonly end: BackendEnd;
      /** In a run with a router: the agent app that is called. */
      readonly backend?: string;
      /** Of an event, in a run with a router. */
      readonly fence?: number;
      /** Of a change of owner. */
      readonly change?: ToldChange;
    }
  | {
      readonly kind: "backend-end";
      readonly call: number;
      readonly outcome: "taken" | "rejected" | "threw" | "aborted" | "later";
      /** Of `later`. Default: the agent app did not say. */
      readonly inMs?: number | undefined;
      /** Of `later`. */
      readonly scope?: "event" | "backend";
    }
  /** The agent app says that it takes events again; `null`: those of all conversations. */
  | { readonly kind: "ready"; readonly conversationId: string | null; readonly backend?: string }
  | { readonly kind: "pause-saved"; readonly pause: BackendPause }
  | {
      readonly kind: "resumed";
      readonly which: ResumedLanes;
      readonly now: number;
      readonly lanes: number;
    }
  | { readonly kind: "typing"; readonly conversationId: string; readonly backend?: string }
  /** An agent app has taken the notice of an erasure. */
  | { readonly kind: "erasure-taken"; readonly conversationId: string; readonly backend?: string }
  | {
      readonly kind: "log";
      readonly level: string;
      readonly event: string;
      readonly fields: LogFields;
    }
  | { readonly kind: "notice"; readonly event: GatewayEvent }
  | { readonly kind: "life"; readonly event: LifeEvent; readonly ms: number }
  | { readonly kind: "escaped"; readonly what: string }
  | { readonly kind: "trapped"; readonly name: string; readonly stack: string }
  /** The content of the store at the end. */
  | {
      readonly kind: "held";
      readonly conversationId: string;
      readonly messages: readonly { readonly sequence: number; readonly state: string }[];
    }
  /** Who owns a conversation at the end. `history`: newest first. */
  | {
      readonly kind: "owned";
      readonly conversationId: string;
      readonly owner: Owner;
      readonly history: readonly OwnerChange[];
    }
  /** Erased conversations of which somebody must still hear at the end. */
  | { readonly kind: "untold-erasures"; readonly conversationIds: readonly string[] };

export type Entry = Stamp & Fact;
