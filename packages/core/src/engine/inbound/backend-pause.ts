import { longestPauseMs } from "../../model/schedule.ts";

const shortestPauseMs = 1_000;
const patienceAttempts = 10;
const patienceMs = 10 * 60 * 1_000;

/** The pause before the next attempt at a backend: 1, 2, 4 … 60 s, up to a tenth shorter (ruling 21). */
export function backendPause(attempt: number, fraction: number): number {
  const full = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(attempt - 1, 16));
  return Math.max(shortestPauseMs, Math.round(full * (1 - 0.1 * fraction)));
}

/** What this node has seen of the backend: when it last took an event, and since when it has been taking them. */
export class BackendHealth {
  #lastAt: number | null = null;
  #since: number | null = null;
  /** Whose event was the first to fail of those that were new since the backend last took one. */
  #failing: string | null = null;
  /** When one of another conversation followed. */
  #severalAt: number | null = null;

  /** When it last took anything. */
  get lastAt(): number | null {
    return this.#lastAt;
  }

  /** Since when it takes: since the end of the last outage, which new events of several conversations met for a minute. */
  get since(): number | null {
    return this.#since;
  }

  /** `startedAt`: when the event was first tried; one that failed while others were taken says nothing of an outage. */
  failed(conversationId: string, startedAt: number, now: number): void {
    if (this.#lastAt !== null && startedAt < this.#lastAt) return;
    this.#failing ??= conversationId;
    if (this.#failing !== conversationId) this.#severalAt ??= now;
  }

  taken(now: number): void {
    const isBack = this.#severalAt !== null && now - this.#severalAt > longestPauseMs;
    // A clock that was set back leaves a start ahead of it.
    if (this.#since === null || this.#since > now || isBack) this.#since = now;
    this.#lastAt = now;
    this.#failing = null;
    this.#severalAt = null;
  }
}

/**
 * Whether this one event is to blame, not the backend: it has failed ten times, and for ten minutes in which the backend
 * took others, the last of them within the longest pause. While the backend takes nothing, nothing is ever given up, and
 * what failed during an outage counts for nothing after it.
 */
export function isAloneToBlame(
  event: { readonly attempt: number; readonly startedAt: number },
  { lastAt, since }: Pick<BackendHealth, "lastAt" | "since">,
  now: number,
): boolean {
  return (
    event.attempt >= patienceAttempts &&
    lastAt !== null &&
    since !== null &&
    now - Math.max(event.startedAt, since) >= patienceMs &&
    now - lastAt <= longestPauseMs
  );
}
