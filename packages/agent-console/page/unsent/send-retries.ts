import type { UnsentMessage } from "./unsent-state.ts";

/** So long after it was sent a message is sent on by itself; later the agent decides. */
const resumedForMs = 10 * 60_000;
const waitsMs = [2_000, 5_000, 15_000, 30_000];

/** Whether a message is still sent on by itself. */
export function isResumed({ at }: UnsentMessage, now: number): boolean {
  return now < at + resumedForMs;
}

/** Whether it failed, may have arrived all the same, and is tried again by itself: its key makes that harmless. */
export function isUnsettled(message: UnsentMessage, now: number): boolean {
  return message.state === "failed" && message.doubtful && isResumed(message, now);
}

export interface SendRetriesOptions {
  readonly later: (work: () => void, ms: number) => () => void;
  readonly retry: (key: string) => void;
}

/** When messages that may have arrived are tried again. */
export class SendRetries {
  readonly #options: SendRetriesOptions;
  readonly #timers = new Map<string, () => void>();
  /** How often each was tried again. */
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

  /** It is being tried by another wish. */
  callOff(key: string): void {
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }

  /** Nothing is known of it any more. */
  forget(key: string): void {
    this.callOff(key);
    this.#times.delete(key);
  }

  close(): void {
    for (const key of this.#timers.keys()) this.callOff(key);
  }
}
