import { say } from "../report/progress.ts";

const standstillMs = 1_000;
const beatMs = 50;
const repeats = 3;

/**
 * Runs `work`, and again when the whole machine stood still meanwhile: connections time out then, leases are dropped, and
 * what was measured says nothing. After `repeats` it is as it is.
 */
export async function undisturbed<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repeat = 1; ; repeat += 1) {
    const watch = new Standstill();
    const [outcome] = await Promise.allSettled([work()]);
    const longestMs = watch.end();
    if (longestMs > standstillMs && repeat < repeats) {
      say(`  the machine stood still for ${Math.round(longestMs)} ms: once more`);
      continue;
    }
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  }
}

/** A heart that beats in this process, which has nothing else to do. */
class Standstill {
  readonly #timer = setInterval(() => this.#beat(), beatMs);
  #lastAt = performance.now();
  #longestMs = 0;

  /** @returns the longest time without a beat. */
  end(): number {
    this.#beat();
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #beat(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#lastAt);
    this.#lastAt = now;
  }
}
