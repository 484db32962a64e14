import type { TypingType } from "./message.ts";

const repeatMs = 3_000;
const visitorLimit = 10_000;

/** Decides which typing notices to send: at most one `typein` every 3 s, and one `typeout` after a `typein`. */
export class TypingThrottle {
  readonly #begunAt = new Map<string, number>();

  /** Whether to send a notice; `true` counts as sent. `now` in milliseconds. */
  admits(visitor: string, type: TypingType, now: number): boolean {
    const begunAt = this.#begunAt.get(visitor);
    if (type === "typeout") return this.#begunAt.delete(visitor);
    if (begunAt !== undefined && now - begunAt < repeatMs) return false;
    this.#begunAt.delete(visitor);
    this.#begunAt.set(visitor, now);
    this.#makeRoom();
    return true;
  }

  /** A message ends typing by itself. */
  ended(visitor: string): void {
    this.#begunAt.delete(visitor);
  }

  #makeRoom(): void {
    const [oldest] = this.#begunAt.keys();
    if (this.#begunAt.size > visitorLimit && oldest !== undefined) this.#begunAt.delete(oldest);
  }
}
