import type { ServiceIdentifier } from "inversify";
import type { PausedLane } from "../stores/pause-store.ts";

/** A pause that the agent app has asked for as a whole. Instants are epoch milliseconds. */
export interface LastingPause {
  /** Name of the backend: `default` where there is one agent app. */
  readonly backend: string;
  readonly since: number;
  readonly until: number;
}

/** Called by consoles and admin surfaces; implemented by core. */
export interface Pauses {
  /** The pauses of whole backends that last now, as this node knows them. */
  lasting(): readonly LastingPause[];
  /** The first `limit` lanes whose head the agent app has postponed, the longest paused first. @throws the store's error */
  longestPaused(limit: number): Promise<readonly PausedLane[]>;
}
export const Pauses = Symbol.for("@parley/core/Pauses") as ServiceIdentifier<Pauses>;
