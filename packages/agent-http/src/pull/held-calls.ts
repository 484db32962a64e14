import type { Receipt, Timers } from "@parley/core";
import { pullTimes } from "./pull-times.ts";

interface HeldCall {
  readonly eventId: string;
  receipt: Receipt | null;
  readonly resume: () => void;
}

/** A call that waits. */
export interface HoldRequest {
  /** Of the open event. */
  readonly key: string;
  readonly eventId: string;
  /** Whether the app polls this node. */
  readonly isPolled: boolean;
  /** Reads whether another node has got an acknowledgement. */
  readonly look: () => Promise<Receipt | null>;
  readonly signal: AbortSignal;
}

const whilePolled = Array.from({ length: pullTimes.looksPerCall }, () => pullTimes.lookMs);

/** Calls of core that wait a moment for the app's acknowledgement, so that the lane goes on without a pause. */
export class HeldCalls {
  readonly #timers: Timers;
  /** By the key of the open event. A node that has lost a lane may still hold a call of it beside the new one. */
  readonly #held = new Map<string, Set<HeldCall>>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Waits for an acknowledgement; `null`: none came in time. @throws when `signal` aborts */
  async hold({ key, eventId, isPolled, look, signal }: HoldRequest): Promise<Receipt | null> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const resume = () => resolve();
    const held: HeldCall = { eventId, receipt: null, resume };
    const all = this.#held.get(key) ?? new Set();
    this.#held.set(key, all.add(held));
    signal.addEventListener("abort", resume, { once: true });
    try {
      const moments = isPolled ? whilePolled : [pullTimes.momentMs];
      for (const [index, ms] of moments.entries()) {
        await this.#moment(promise, ms);
        signal.throwIfAborted();
        const isLast = index === moments.length - 1;
        const receipt = held.receipt ?? (isLast ? null : await look());
        if (receipt !== null) return receipt;
      }
      return held.receipt;
    } finally {
      signal.removeEventListener("abort", resume);
      all.delete(held);
      if (all.size === 0) this.#held.delete(key);
    }
  }

  /** Ends the calls that wait for this event on this node. */
  settle(key: string, eventId: string, receipt: Receipt): void {
    for (const held of this.#held.get(key) ?? []) {
      if (held.eventId !== eventId) continue;
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
