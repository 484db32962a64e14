import type { Clock, Timers } from "@parley/core";

/** One node's share of a time source: killing the node silences its timers for good. */
export class NodeTime implements Clock, Timers {
  readonly #time: Clock & Timers;
  #alive = true;

  constructor(time: Clock & Timers) {
    this.#time = time;
  }

  now(): number {
    return this.#time.now();
  }

  after(delayMs: number, callback: () => void): () => void {
    return this.#time.after(delayMs, () => this.#alive && callback());
  }

  soon(callback: () => void): void {
    this.#time.soon(() => this.#alive && callback());
  }

  kill(): void {
    this.#alive = false;
  }
}
