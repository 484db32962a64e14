/** Aborts when no data arrives for too long. Time that the consumer needs does not count. */
export class SilenceLimit {
  readonly #limitMs: number;
  readonly #aborted = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#wait();
  }

  get signal(): AbortSignal {
    return this.#aborted.signal;
  }

  async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    try {
      this.#wait();
      for await (const chunk of source) {
        clearTimeout(this.#timer);
        yield chunk;
        this.#wait();
      }
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** Stops the timer. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#aborted.abort(), this.#limitMs);
  }
}
