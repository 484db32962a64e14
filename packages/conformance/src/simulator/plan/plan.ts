import type { Bounds, ChannelKnobs } from "@parley/core";
import type { Fate } from "../world/fate.ts";
import type { BackendWeights, PostWeights, StoreRates } from "./rates.ts";

export interface ChannelPlan {
  readonly id: string;
  readonly knobs: Partial<ChannelKnobs>;
  readonly posts: PostWeights;
  /** The longest time an endpoint takes to answer. */
  readonly answerMs: number;
}

/** What comes in from outside, and when. `node` says at which node; a node that is down passes it on. */
export type Input = { readonly at: number; readonly node: number } & InputKind;

export type InputKind =
  | {
      readonly kind: "visitor";
      readonly channel: string;
      /** JSON text of `sender.id`. */
      readonly visitor: string;
      /** Stands in the text, and tells messages apart. */
      readonly label: string;
      readonly messageId: string | null;
      readonly profile: Readonly<Record<string, string>>;
      /** Whether the text is longer than one message may be. */
      readonly long: boolean;
    }
  | {
      readonly kind: "agent";
      readonly channel: string;
      readonly visitor: string;
      readonly label: string;
      readonly idempotencyKey: string | null;
      readonly long: boolean;
    }
  /** Sends again what failed last. */
  | { readonly kind: "again"; readonly channel: string; readonly visitor: string }
  /** Redelivers the newest dead letters. */
  | { readonly kind: "redeliver" }
  | { readonly kind: "visitor-typing"; readonly channel: string; readonly visitor: string }
  | { readonly kind: "agent-typing"; readonly channel: string; readonly visitor: string }
  | { readonly kind: "status"; readonly channel: string }
  | { readonly kind: "erase"; readonly channel: string; readonly visitor: string }
  | { readonly kind: "remove-channel"; readonly channel: string }
  | { readonly kind: "add-channel"; readonly channel: string }
  | {
      readonly kind: "change-channel";
      readonly channel: string;
      readonly knobs: Partial<ChannelKnobs>;
    };

/** What befalls the nodes. `ms` is how long it lasts; `jump` moves every wall clock while all nodes are down. */
export type Happening = { readonly at: number; readonly ms: number } & (
  | { readonly kind: "crash" | "stop" | "pause"; readonly node: number }
  | { readonly kind: "store-throws" | "store-hangs"; readonly node: number }
  | { readonly kind: "clock"; readonly node: number; readonly byMs: number }
  | { readonly kind: "jump"; readonly byMs: number }
);

/** One run as plain data: replayed, shrunk, kept as JSON. */
export interface Plan {
  readonly seed: number;
  readonly nodes: number;
  readonly bounds: Bounds;
  /** Whether a starting node knows which owners have died; else their leases run out. */
  readonly deadKnown: boolean;
  /** How far a node's clock may be off. */
  readonly skewMs: number;
  readonly channels: readonly ChannelPlan[];
  readonly inputs: readonly Input[];
  readonly happenings: readonly Happening[];
  readonly store: StoreRates;
  readonly backend: BackendWeights;
  /** Labels of messages that the agent app cannot take before all is healed. */
  readonly poisoned: readonly string[];
  /** When all faults end; milliseconds of the run, like every `at`. */
  readonly healAt: number;
  /** Whether every step's fate is drawn from the seed; else those of `fates` are told, and all others go well. */
  readonly drawn: boolean;
  readonly fates: Readonly<Record<string, Fate>>;
}
