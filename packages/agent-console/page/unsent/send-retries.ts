import type { UnsentMessage } from "./unsent-state.ts";

/** For this long a message is retried automatically. After that the agent decides. */
const resumedForMs = 10 * 60_000;
const waitsMs = [2_000, 5_000, 15_000, 30_000];

/** Whether a message is still retried automatically. */
export function isResumed({ at }: UnsentMessage, now: number): boolean {
  return now < at + resumedForMs;
}

/** Whether a failed message may have been stored and is retried automatically. Its key makes a repeat safe. */
export function isUnsettled(message: UnsentMessage, now: number): boolean {
  return message.state === "failed" && message.doubtful && isResumed(message, now);
}

export interface SendRetriesOptions {
  readonly later: (work: () => void, ms: number) => () => void;
  readonly retry: (key: string) => void;
}

/** Schedules retries of messages that may have been stored. */
export class SendRetries {
  readonly #options: SendRetriesOptions;
  readonly #timers = new Map<string, () => void>();
  /** Number of retries by message. */
  readonly #times = new Map<string, number>();

  constructor(options: SendRetriesOptions) {
    this.#options = options;
  }

  plan(key: string): void {
    if (this.#timers.has(key)) return;
    const times = this.#times.get(key) ?? 0;
    this.#times.set(key, times + 1);
    const work = (): void => {
      this.#timers.delete(key);
      this.#options.retry(key);
    };
    const waitMs = waitsMs[Math.min(times, waitsMs.length - 1)] ?? 0;
    this.#timers.set(key, this.#options.later(work, waitMs));
  }

  /** Another attempt is running. */
  callOff(key: string): void {
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }

  /** Forgets a message. */
  forget(key: string): void {
    this.callOff(key);
    this.#times.delete(key);
  }

  close(): void {
    for (const key of this.#timers.keys()) this.callOff(key);
  }
}
