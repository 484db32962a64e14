import { setTimeout as pause } from "node:timers/promises";
import type { Answered, Asked as OnItsWay } from "../gateway/load.ts";

type Asked = Answered["direction"] | "status";

interface Noted {
  readonly asked: Asked;
  readonly status: number;
  readonly durationMs: number;
}

/** Every answer of one gateway, and what of it fell into a span of time. */
export class Observation {
  #noted: Noted[] = [];
  /** Asked, and not answered yet. */
  readonly #onTheirWay = new Set<OnItsWay>();
  #since = 0;
  #stopped = false;

  readonly onAsk = (asked: OnItsWay): void => void this.#onTheirWay.add(asked);

  readonly onAnswer = (
    { direction, status, startedAt, durationMs }: Answered,
    asked: OnItsWay,
  ): void => {
    this.#onTheirWay.delete(asked);
    if (startedAt >= this.#since) this.#noted.push({ asked: direction, status, durationMs });
  };

  /** Asks for the channel's status again and again, until `stop`. */
  async watchStatus(url: string): Promise<void> {
    while (!this.#stopped) {
      const startedAt = performance.now();
      const status = await fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
        (response) => response.status,
        () => 0,
      );
      if (startedAt >= this.#since)
        this.#noted.push({ asked: "status", status, durationMs: performance.now() - startedAt });
      await pause(100);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Forgets what was noted so far, and what has been asked but not answered. */
  clear(): void {
    this.#noted = [];
    this.#since = performance.now();
  }

  count(asked: Asked, status: number): number {
    return this.#noted.filter((one) => one.asked === asked && one.status === status).length;
  }

  /** Answers that took longer than `limitMs`, or have not come for so long. */
  late(limitMs: number): string[] {
    const now = performance.now();
    const silent = [...this.#onTheirWay].filter(
      ({ startedAt }) => startedAt >= this.#since && now - startedAt > limitMs,
    );
    return [
      ...this.#noted.filter(({ durationMs }) => durationMs > limitMs).map(wordsFor),
      ...silent.map(
        ({ direction, startedAt }) =>
          `${direction} not answered for ${Math.round(now - startedAt)} ms`,
      ),
    ];
  }

  /** Answers that are not among `statuses`. */
  unexpected(statuses: readonly number[]): string[] {
    return this.#noted.filter(({ status }) => !statuses.includes(status)).map(wordsFor);
  }

  get slowestMs(): number {
    return Math.round(Math.max(0, ...this.#noted.map(({ durationMs }) => durationMs)));
  }

  /** Resolves with the time it took until both directions were accepted after now; `null` when that took too long. */
  async accepted(limitMs: number): Promise<number | null> {
    const startedAt = performance.now();
    this.clear();
    while (performance.now() - startedAt < limitMs) {
      if (this.count("in", 200) > 0 && this.count("out", 202) > 0)
        return performance.now() - startedAt;
      await pause(20);
    }
    return null;
  }
}

function wordsFor({ asked, status, durationMs }: Noted): string {
  return `${asked} ${status} in ${Math.round(durationMs)} ms`;
}
