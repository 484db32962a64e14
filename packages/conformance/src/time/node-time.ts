import type { Clock, Timers } from "@parley/core";

/** The clock and timers of one node. Killing the node stops its timers. */
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
