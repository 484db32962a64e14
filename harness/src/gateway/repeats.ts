import { dedupeWindowMs } from "@parley/core";

/** What a request may take, and two clocks may differ. */
const marginMs = 10_000;

/** Which repeats a gateway need not know as such, because the first of them was so long ago (ruling 11). */
export class Repeats {
  readonly #firstAt = new Map<string, number>();

  /** To be asked before each time that a text is sent. */
  isTooLate(text: string): boolean {
    const now = performance.now();
    const firstAt = this.#firstAt.get(text) ?? now;
    this.#firstAt.set(text, firstAt);
    return now - firstAt > dedupeWindowMs - marginMs;
  }
}
