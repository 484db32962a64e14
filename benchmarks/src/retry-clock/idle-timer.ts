const everyMs = 10;

/**
 * A timer every 10 ms in a process that does nothing else: what it is late, the machine makes any timer late, the
 * gateway's included.
 */
export class IdleTimer {
  readonly #late: number[] = [];
  #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = this.#next();
  }

  /** @returns milliseconds, one for each time that it fired. */
  stop(): readonly number[] {
    clearTimeout(this.#timer);
    return this.#late;
  }

  #next(): NodeJS.Timeout {
    const dueAt = performance.now() + everyMs;
    return setTimeout(() => {
      this.#late.push(performance.now() - dueAt);
      this.#timer = this.#next();
    }, everyMs);
  }
}
