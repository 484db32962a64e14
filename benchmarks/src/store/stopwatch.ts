/** A clock in milliseconds that can be stopped. */
export class Stopwatch {
  #elapsedMs = 0;
  #startedAt: number | null = null;
  readonly #epochMs = Date.now();

  now(): number {
    return Math.round(this.#epochMs + this.#elapsedMs + this.#sinceStartMs);
  }

  run(): void {
    this.#startedAt = performance.now();
  }

  stop(): void {
    this.#elapsedMs += this.#sinceStartMs;
    this.#startedAt = null;
  }

  get #sinceStartMs(): number {
    return this.#startedAt === null ? 0 : performance.now() - this.#startedAt;
  }
}
