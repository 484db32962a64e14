import type { Clock, Timers } from "@parley/core";

interface Timer {
  readonly callback: () => void;
}

/** The clock and timers of one node. Killing the node stops its timers, freezing it (SIGSTOP) holds them up. */
export class NodeTime implements Clock, Timers {
  readonly #time: Clock & Timers;
  #alive = true;
  /** Timers that fell due while the node is frozen; `null`: it is not. */
  #held: Set<Timer> | null = null;

  constructor(time: Clock & Timers) {
    this.#time = time;
  }

  now(): number {
    return this.#time.now();
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { callback };
    const cancel = this.#time.after(delayMs, () => this.#run(timer));
    return () => {
      cancel();
      this.#held?.delete(timer);
    };
  }

  soon(callback: () => void): void {
    this.#time.soon(() => this.#run({ callback }));
  }

  kill(): void {
    this.#alive = false;
  }

  freeze(): void {
    this.#held ??= new Set();
  }

  /** Runs the timers that fell due meanwhile, in their order. */
  async thaw(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const timer of held) {
      this.#run(timer);
      await Promise.resolve();
    }
  }

  #run(timer: Timer): void {
    if (this.#held !== null) this.#held.add(timer);
    else if (this.#alive) timer.callback();
  }
}
