import type { BackendWeights, PostWeights } from "../plan/rates.ts";

/** The five ends of a store call. */
export type StoreEnd = "done" | "refused" | "unknown" | "crash-before" | "crash-after";
export type PostEnd = keyof PostWeights;
export type BackendEnd = keyof BackendWeights;

export interface StoreFate {
  readonly end: StoreEnd;
  /** Milliseconds until the store executes the call. */
  readonly beforeMs: number;
  /** Milliseconds from then until the node gets the answer. */
  readonly afterMs: number;
  /** Whether the node stands still during the call. */
  readonly blocks: boolean;
  /** Whether the store executes the call although its node died first. */
  readonly ghost: boolean;
  /** Index of the item whose conversation a commit cannot store; absent: it stores all. */
  readonly leftOut?: number;
}

export interface PostFate {
  readonly end: PostEnd;
  /** Milliseconds until the request is written. */
  readonly dialMs: number;
  /** Milliseconds from then until the answer. */
  readonly takesMs: number;
}

export interface BackendFate {
  readonly end: BackendEnd;
  readonly takesMs: number;
  /** How long a pause is asked for. Default: the agent app does not say. */
  readonly inMs?: number;
  /** When the agent app calls `ready()`, after it has asked for a pause. Default: never. */
  readonly ready?: ReadyFate;
}

/** A call of `ready()` some time after a pause was asked for. */
export interface ReadyFate {
  readonly afterMs: number;
  /** For the conversation of the call alone. */
  readonly isForOne: boolean;
  /** How many nodes further. The agent app may call any node. */
  readonly nodesOn: number;
}

export type Fate = StoreFate | PostFate | BackendFate;

export const doneAtOnce: StoreFate = Object.freeze({
  end: "done",
  beforeMs: 0,
  afterMs: 0,
  blocks: false,
  ghost: false,
});
export const positiveAtOnce: PostFate = Object.freeze({ end: "positive", dialMs: 0, takesMs: 0 });
export const takenAtOnce: BackendFate = Object.freeze({ end: "taken", takesMs: 0 });
