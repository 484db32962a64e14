import type { Receipt, Timers } from "@parley/core";
import { pullTimes } from "./pull-times.ts";

interface HeldCall {
  receipt: Receipt | null;
  readonly resume: () => void;
}

/** A call that waits. */
export interface HoldRequest {
  readonly eventId: string;
  /** Whether the app polls this node. */
  readonly isPolled: boolean;
  /** Reads whether another node has got an acknowledgement. */
  readonly look: () => Promise<Receipt | null>;
  readonly signal: AbortSignal;
}

/** Calls of core that wait a moment for the app's acknowledgement, so that the lane goes on without a pause. */
export class HeldCalls {
  readonly #timers: Timers;
  /** By the event's id. A node that has lost a lane may still hold a call of it beside the new one. */
  readonly #held = new Map<string, Set<HeldCall>>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Waits for an acknowledgement; `null`: none came in time. The caller looks once more. @throws when `signal` aborts */
  async hold({ eventId, isPolled, look, signal }: HoldRequest): Promise<Receipt | null> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const resume = () => resolve();
    const held: HeldCall = { receipt: null, resume };
    const all = this.#held.get(eventId) ?? new Set();
    this.#held.set(eventId, all.add(held));
    signal.addEventListener("abort", resume, { once: true });
    try {
      for (let looks = isPolled ? pullTimes.looksPerCall : 0; looks > 0; looks -= 1) {
        await this.#moment(promise, pullTimes.lookMs);
        signal.throwIfAborted();
        const receipt = held.receipt ?? (await look());
        if (receipt !== null) return receipt;
      }
      await this.#moment(promise, isPolled ? pullTimes.lookMs : pullTimes.momentMs);
      signal.throwIfAborted();
      return held.receipt;
    } finally {
      signal.removeEventListener("abort", resume);
      all.delete(held);
      if (all.size === 0) this.#held.delete(eventId);
    }
  }

  /** Ends the calls that wait for this event on this node. */
  settle(eventId: string, receipt: Receipt): void {
    for (const held of this.#held.get(eventId) ?? []) {
      held.receipt = receipt;
      held.resume();
    }
  }

  /** Ends when `resumed` does, or after a while. */
  async #moment(resumed: Promise<void>, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#timers.after(ms, resolve);
    await Promise.race([resumed, promise]);
    cancel();
  }
}
