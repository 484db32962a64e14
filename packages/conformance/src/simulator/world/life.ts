import type { Clock, Timers } from "@parley/core";
import type { EventQueue, EventOwner } from "./event-queue.ts";

/** Where every wall clock stands when a run begins. */
export const epoch = Date.UTC(2026, 0, 1);

const shortestTimerMs = 1;

/** One node from a start to its end: its clock, its timers, and whether it can run at all. */
export class Life implements Clock, Timers, EventOwner {
  /** `n<node>.<life>`. */
  readonly name: string;
  readonly node: number;
  /** Until then nothing of this life runs: it is paused, or busy. */
  awakeAt = 0;
  alive = true;
  /** The lease owner's name, once the store has heard it. */
  owner: string | null = null;
  /** While set, the store is out of reach. */
  storeLost: { readonly kind: "store-throws" | "store-hangs"; readonly until: number } | null =
    null;
  readonly #agenda: EventQueue;
  #offsetMs: number;

  /** `offsetMs`: how far its wall clock is off the true time. */
  constructor(name: string, node: number, agenda: EventQueue, offsetMs: number) {
    this.name = name;
    this.node = node;
    this.#agenda = agenda;
    this.#offsetMs = offsetMs;
  }

  now(): number {
    return epoch + Math.max(this.#agenda.now, this.awakeAt) + this.#offsetMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.later(Math.max(shortestTimerMs, Math.ceil(delayMs)), callback);
  }

  soon(callback: () => void): void {
    this.later(0, callback);
  }

  /** Something reaches this life, in a turn of its own, when it can run. */
  later(delayMs: number, callback: () => void): () => void {
    const busyMs = Math.max(0, this.awakeAt - this.#agenda.now);
    return this.#agenda.after(busyMs + delayMs, this, callback);
  }

  /** Resolves after `delayMs`, never when this life ends before. */
  elapse(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.later(delayMs, resolve));
  }

  /** Stands still for `ms`; within a turn that is running, time passes. */
  standStill(ms: number): void {
    this.awakeAt = Math.max(this.awakeAt, this.#agenda.now) + ms;
  }

  /** Moves the wall clock on, as a measurement does; never back. */
  moveClock(byMs: number): void {
    this.#offsetMs += Math.max(0, byMs);
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  kill(): void {
    this.alive = false;
  }
}
