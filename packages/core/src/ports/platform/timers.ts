import type { ServiceIdentifier } from "inversify";

/** Called by the engine for delays; implemented by the platform, or by a test that steps time by hand. */
export interface Timers {
  /** Runs `callback` once, `delayMs` from now. The returned function cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** Runs `callback` once, after the current event-loop turn. The batching of commits depends on it. */
  soon(callback: () => void): void;
}
export const Timers = Symbol.for("@parley/core/Timers") as ServiceIdentifier<Timers>;
