import type { ServiceIdentifier } from "inversify";

/** Called by the engine for every instant it writes or compares; implemented by the platform, or by a test. */
export interface Clock {
  /** Epoch milliseconds. Never runs backwards within a process, even when the wall clock does. */
  now(): number;
}
export const Clock = Symbol.for("@parley/core/Clock") as ServiceIdentifier<Clock>;
