import type { BackendWeights, PostWeights } from "../plan/rates.ts";

/** The five ways in which a call of the store ends. */
export type StoreEnd = "done" | "refused" | "unknown" | "crash-before" | "crash-after";
export type PostEnd = keyof PostWeights;
export type BackendEnd = keyof BackendWeights;

export interface StoreFate {
  readonly end: StoreEnd;
  /** Milliseconds until the store does it. */
  readonly beforeMs: number;
  /** Milliseconds from then until the node hears of it. */
  readonly afterMs: number;
  /** Whether the node stands still meanwhile. */
  readonly blocks: boolean;
  /** Whether the store does it although its node died on the way. */
  readonly ghost: boolean;
  /** Of a commit: whose conversation it cannot store, counted through the batch; absent: it stores all. */
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
