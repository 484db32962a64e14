import { starvedMs as starved } from "../hostile-receiver/starvation.ts";

const lookMs = 20;
/** A message passes through a node, the database and this process, and each is kept waiting as long as this one. */
export const processes = 3;

interface Sample {
  readonly at: number;
  /** Milliseconds since the beginning in which nobody could have done anything. */
  readonly excusedMs: number;
}

/**
 * For how long, between two instants, nobody could carry anything: the database was down, no node was able, or the
 * machine gave this process, and so perhaps any other, no processor.
 */
export class Excuses {
  readonly #isAble: () => boolean;
  readonly #samples: Sample[] = [{ at: performance.now(), excusedMs: 0 }];
  readonly #timer: NodeJS.Timeout;
  #starvedMs = starved();

  constructor(isAble: () => boolean) {
    this.#isAble = isAble;
    this.#timer = setInterval(() => this.#look(), lookMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Milliseconds, by the monotonic clock; what was in doubt counts. */
  between(from: number, to: number): number {
    return this.#at(to, 1) - this.#at(from, 0);
  }

  get totalMs(): number {
    return this.#samples.at(-1)?.excusedMs ?? 0;
  }

  #look(): void {
    const at = performance.now();
    const last = this.#samples.at(-1) ?? { at, excusedMs: 0 };
    const starvedNow = starved();
    const starvedMs = processes * (starvedNow - this.#starvedMs);
    const passedMs = this.#isAble() ? starvedMs : at - last.at;
    this.#starvedMs = starvedNow;
    this.#samples.push({ at, excusedMs: last.excusedMs + Math.min(passedMs, at - last.at) });
  }

  /** Of the last sample that is not later than `instant`, or of one `further`. */
  #at(instant: number, further: number): number {
    let low = 0;
    let high = this.#samples.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#samples[middle]?.at ?? Infinity) <= instant) low = middle;
      else high = middle;
    }
    const last = this.#samples.length - 1;
    return this.#samples[Math.min(low + further, last)]?.excusedMs ?? 0;
  }
}
