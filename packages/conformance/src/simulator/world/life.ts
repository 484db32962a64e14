import type { Clock, Timers } from "@parley/core";
import type { EventQueue, EventOwner } from "./event-queue.ts";

/** Wall-clock time at the start of a run. */
export const epoch = Date.UTC(2026, 0, 1);

const shortestTimerMs = 1;

/** One process of a node, from its start to its end, with its clock and timers. */
export class Life implements Clock, Timers, EventOwner {
  /** `n<node>.<life>`. */
  readonly name: string;
  readonly node: number;
  /** The process cannot run before this instant, because it is paused or busy. */
  awakeAt = 0;
  alive = true;
  /** The name of the lease owner, once the store knows it. */
  owner: string | null = null;
  /** While set, the store is unreachable. */
  storeLost: { readonly kind: "store-throws" | "store-hangs"; readonly until: number } | null =
    null;
  readonly #agenda: EventQueue;
  #offsetMs: number;

  /** `offsetMs`: difference between its wall clock and the true time. */
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

  /** Runs a callback in its own turn, as soon as the process can run. */
  later(delayMs: number, callback: () => void): () => void {
    const busyMs = Math.max(0, this.awakeAt - this.#agenda.now);
    return this.#agenda.after(busyMs + delayMs, this, callback);
  }

  /** Resolves after `delayMs`; never when the process ends first. */
  elapse(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.later(delayMs, resolve));
  }

  /** Stands still for `ms`. Within a running turn, time passes. */
  standStill(ms: number): void {
    this.awakeAt = Math.max(this.awakeAt, this.#agenda.now) + ms;
  }

  /** Moves the wall clock forward, as a new measurement of the time does; never back. */
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
