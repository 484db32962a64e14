import type { ServiceIdentifier } from "inversify";
import type { BackendPause } from "../../model/backend-pause.ts";
import type { Lane } from "../../model/lane.ts";

/** A lane whose head the backend asked to send later. */
export interface PausedLane {
  readonly lane: Lane;
  readonly backend: string;
  /** Sequence of its head; 0 of a change of owner. */
  readonly sequence: number;
  /** Epoch milliseconds of the head's first pause. */
  readonly since: number;
}

/** Lanes of one backend to end the pause of: those of one conversation, or the first `limit` of all. */
export type ResumedLanes = { /** Default: `default`. */ readonly backend?: string } & (
  | { readonly conversationId: string }
  | { readonly limit: number }
);

/** Called by the engine for pauses that a backend asks for; implemented by each store. Every node sees the same. */
export interface PauseStore {
  /** One row for each backend that ever asked for a pause of its own. They are not moved to another store. */
  pauses(): Promise<readonly BackendPause[]>;
  /**
   * Writes a row durably. `revision` 1 adds it and is refused when there is one. A higher revision replaces exactly the
   * revision before it. `false`: refused, and nothing changed.
   */
  save(pause: BackendPause): Promise<boolean>;
  /**
   * Makes lanes of a backend due that no lease holds (`resumedLane`).
   * - Of one conversation: every lane except the outbound one, paused or not. Their `due` is 0, so that they come first.
   * - Of all: paused lanes, the longest paused first, that are due after `now`.
   * Waits for lanes that another transaction has locked, as a commit does, and throws when one stays locked.
   * @returns how many lanes were changed
   */
  resume(which: ResumedLanes, now: number): Promise<number>;
  /**
   * The first `limit` paused lanes of all backends, the longest paused first. At equal instants the older conversation is
   * first, then the backend that was opened earlier, then the kind.
   */
  longestPaused(limit: number): Promise<readonly PausedLane[]>;
}
export const PauseStore = Symbol.for("@parley/core/PauseStore") as ServiceIdentifier<PauseStore>;
