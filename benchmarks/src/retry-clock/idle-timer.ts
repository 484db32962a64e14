const everyMs = 10;

/**
 * A timer every 10 ms in a process that does nothing else. Its lateness comes from the machine, and affects the gateway
 * too.
 */
export class IdleTimer {
  readonly #late: number[] = [];
  #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = this.#next();
  }

  /** @returns milliseconds of lateness, one for each tick. */
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
