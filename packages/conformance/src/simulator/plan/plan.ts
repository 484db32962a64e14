import type { Bounds, ChannelKnobs } from "@parley/core";
import type { Fate } from "../world/fate.ts";
import type { BackendWeights, PostWeights, StoreRates } from "./rates.ts";
import type { RouterPlan } from "./router-plan.ts";

export interface ChannelPlan {
  readonly id: string;
  readonly knobs: Partial<ChannelKnobs>;
  readonly posts: PostWeights;
  /** The longest time an endpoint takes to answer. */
  readonly answerMs: number;
}

/** An input from outside and its instant. It goes to `node`, or to the next node that is up. */
export type Input = { readonly at: number; readonly node: number } & InputKind;

/** Who asks the gateway, in a run with a router. Default: the gateway's own services. */
interface Asking {
  /** Name of an agent app; `owner`: the one that owns the conversation at that time. */
  readonly by?: string;
}

/** A fence that a caller passes: the one that counts at that time, or an earlier one. */
export type ToldFence = "current" | "old";

export type InputKind =
  | {
      readonly kind: "visitor";
      readonly channel: string;
      /** JSON text of `sender.id`. */
      readonly visitor: string;
      /** Marks the text, to identify the message. */
      readonly label: string;
      readonly messageId: string | null;
      readonly profile: Readonly<Record<string, string>>;
      /** Whether the text is longer than one message may be. */
      readonly long: boolean;
    }
  | (Asking & {
      readonly kind: "agent";
      readonly channel: string;
      readonly visitor: string;
      readonly label: string;
      readonly idempotencyKey: string | null;
      readonly long: boolean;
      /** Default: none is passed. */
      readonly fence?: ToldFence;
    })
  /** Resends the latest failed message. */
  | (Asking & { readonly kind: "again"; readonly channel: string; readonly visitor: string })
  /** Changes the owner of a conversation. */
  | (Asking & {
      readonly kind: "assign";
      readonly channel: string;
      readonly visitor: string;
      /** Names the change in the history. */
      readonly label: string;
      /** Name of the new backend; `null`: nobody; `stay`: the same. */
      readonly to: string | null;
      readonly assignee: string | null;
      readonly fence: ToldFence;
    })
  /** Redelivers the newest dead letters. */
  | { readonly kind: "redeliver" }
  | { readonly kind: "visitor-typing"; readonly channel: string; readonly visitor: string }
  | (Asking & { readonly kind: "agent-typing"; readonly channel: string; readonly visitor: string })
  | { readonly kind: "status"; readonly channel: string }
  | { readonly kind: "erase"; readonly channel: string; readonly visitor: string }
  | { readonly kind: "remove-channel"; readonly channel: string }
  | { readonly kind: "add-channel"; readonly channel: string }
  | {
      readonly kind: "change-channel";
      readonly channel: string;
      readonly knobs: Partial<ChannelKnobs>;
    };

/** An event that hits a node. `ms`: its duration. `jump` moves every wall clock while all nodes are down. */
export type Happening = { readonly at: number; readonly ms: number } & (
  | { readonly kind: "crash" | "stop" | "pause"; readonly node: number }
  | { readonly kind: "store-throws" | "store-hangs"; readonly node: number }
  | { readonly kind: "clock"; readonly node: number; readonly byMs: number }
  | { readonly kind: "jump"; readonly byMs: number }
);

/** The nodes that listen for delivered messages, and how the agent app answers notices. */
export interface NoticesPlan {
  readonly nodes: readonly number[];
  readonly answers: BackendWeights;
}

/** One run as plain data, which can be replayed, shrunk and kept as JSON. */
export interface Plan {
  readonly seed: number;
  readonly nodes: number;
  readonly bounds: Bounds;
  /** Whether a starting node knows the dead owners. Otherwise their leases expire. */
  readonly deadKnown: boolean;
  /** Maximum error of a node's clock, in milliseconds. */
  readonly skewMs: number;
  readonly channels: readonly ChannelPlan[];
  readonly inputs: readonly Input[];
  readonly happenings: readonly Happening[];
  readonly store: StoreRates;
  readonly backend: BackendWeights;
  /** Labels of messages that the agent app cannot take until the faults end. */
  readonly poisoned: readonly string[];
  /** Labels of messages that the agent app postpones until the faults end. Default: none. */
  readonly postponed?: readonly string[];
  /** The longest pause that the agent app asks for, in ms. Default: `longestPauseMs`. */
  readonly pausesMs?: number;
  /** Who listens for delivered messages. Default: nobody. */
  readonly notices?: NoticesPlan;
  /** Default: one agent app. */
  readonly router?: RouterPlan;
  /** When all faults end; milliseconds of the run, like every `at`. */
  readonly healAt: number;
  /** Whether the fates of all steps are drawn from the seed. Otherwise only `fates` deviate from success. */
  readonly drawn: boolean;
  readonly fates: Readonly<Record<string, Fate>>;
}

/**
 * Whether the stores of a run do their work elsewhere: half of the seeds. Nodes then ask the store for what others have
 * changed.
 */
export function isRemote({ seed }: Pick<Plan, "seed">): boolean {
  return seed % 2 === 1;
}
