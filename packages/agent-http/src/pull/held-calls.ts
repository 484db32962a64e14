import type { Clock, Receipt, Timers, Turn } from "@parley/core";
import { pullTimes } from "./pull-times.ts";

interface HeldCall {
  readonly eventId: string;
  readonly turn: Turn;
  readonly since: number;
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
  /** The right under which core calls. */
  readonly turn: Turn;
  readonly signal: AbortSignal;
}

const whilePolled = Array.from({ length: pullTimes.looksPerCall }, () => pullTimes.lookMs);

/** Calls of core that wait a moment for the app's acknowledgement, so that the lane goes on without a pause. */
export class HeldCalls {
  readonly #clock: Clock;
  readonly #timers: Timers;
  /** By the key of the open event. A node that has lost a lane may still hold a call of it beside the new one. */
  readonly #held = new Map<string, Set<HeldCall>>();

  constructor(clock: Clock, timers: Timers) {
    this.#clock = clock;
    this.#timers = timers;
  }

  /** Waits for an acknowledgement; `null`: none came in time. @throws when `signal` aborts */
  async hold({ key, eventId, isPolled, look, turn, signal }: HoldRequest): Promise<Receipt | null> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const resume = () => resolve();
    const held: HeldCall = { eventId, turn, since: this.#clock.now(), receipt: null, resume };
    const all = this.#held.get(key) ?? new Set();
    this.#held.set(key, all.add(held));
    signal.addEventListener("abort", resume, { once: true });
    try {
      const moments = isPolled ? whilePolled : [pullTimes.momentMs];
      for (const ms of moments) {
        await this.#moment(promise, ms);
        signal.throwIfAborted();
        const receipt = held.receipt ?? (await look());
        if (receipt !== null) return receipt;
      }
      return held.receipt;
    } finally {
      signal.removeEventListener("abort", resume);
      all.delete(held);
      if (all.size === 0) this.#held.delete(key);
    }
  }

  /** Ends the calls that wait for this event. `false`: none waits on this node. */
  settle(key: string, eventId: string, receipt: Receipt): boolean {
    const waiting = this.#waiting(key, eventId);
    for (const held of waiting) {
      held.receipt = receipt;
      held.resume();
    }
    return waiting.length > 0;
  }

  /** The turn of the newest call that waits for this event on this node. Another node may have the lane by now. */
  turnOf(key: string, eventId: string): Turn | null {
    return this.#waiting(key, eventId).at(-1)?.turn ?? null;
  }

  #waiting(key: string, eventId: string): readonly HeldCall[] {
    return [...(this.#held.get(key) ?? [])].filter((held) => held.eventId === eventId);
  }

  /** Ends when `resumed` does, or after a while. */
  async #moment(resumed: Promise<void>, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#timers.after(ms, resolve);
    await Promise.race([resumed, promise]);
    cancel();
  }
}
