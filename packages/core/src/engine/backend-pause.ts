import { longestPauseMs } from "../model/schedule.ts";

const shortestPauseMs = 1_000;
const patienceAttempts = 10;
const patienceMs = 10 * 60 * 1_000;

/** The pause before the next attempt at a backend: 1, 2, 4 … 60 s, up to a tenth shorter (ruling 21). */
export function backendPause(attempt: number, fraction: number): number {
  const full = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(attempt - 1, 16));
  return Math.max(shortestPauseMs, Math.round(full * (1 - 0.1 * fraction)));
}

/** What the backend has taken, as far as this node saw. */
export class Takings {
  #lastAt: number | null = null;
  #since: number | null = null;
  /** Whose events it did not take since it last took one: nobody's, one conversation's, or those of several. */
  #failing: string | null = null;
  #areSeveral = false;

  /** When it last took anything. */
  get lastAt(): number | null {
    return this.#lastAt;
  }

  /** Since when it takes: since the end of the last outage, which is what several conversations waited for. */
  get since(): number | null {
    return this.#since;
  }

  failed(conversationId: string): void {
    this.#areSeveral ||= this.#failing !== null && this.#failing !== conversationId;
    this.#failing = conversationId;
  }

  taken(now: number): void {
    const isBack = this.#areSeveral && now - (this.#lastAt ?? now) > longestPauseMs;
    if (this.#lastAt === null || isBack) this.#since = now;
    this.#lastAt = now;
    this.#failing = null;
    this.#areSeveral = false;
  }
}

/**
 * Whether this one event is to blame, not the backend: it has failed ten times, and for ten minutes in which the backend
 * took others, the last of them within the longest pause. While the backend takes nothing, nothing is ever given up, and
 * what failed during an outage counts for nothing after it.
 */
export function isAloneToBlame(
  event: { readonly attempt: number; readonly startedAt: number },
  { lastAt, since }: Pick<Takings, "lastAt" | "since">,
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
