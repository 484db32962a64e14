import { longestAskedPauseMs, longestPauseMs, shortestPauseMs } from "../../model/schedule.ts";

const giveUpAfterAttempts = 10;
const giveUpAfterMs = 10 * 60 * 1_000;
const giveUpPausingAfterMs = 24 * 60 * 60 * 1_000;

/**
 * The pause before the next attempt at a backend, in milliseconds: 1, 2, 4 … 60 s, up to a tenth shorter (ruling
 * 21).
 */
export function backendPause(attempt: number, fraction: number): number {
  const full = Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(attempt - 1, 16));
  return Math.max(shortestPauseMs, Math.round(full * (1 - 0.1 * fraction)));
}

/** This node's view of the backend: when it last took an event, and since when it has been available. */
export class BackendHealth {
  #lastAt: number | null = null;
  #since: number | null = null;
  /** Conversation of the first new event that failed since the backend last took one. */
  #failing: string | null = null;
  /** The instant at which an event of another conversation failed too. */
  #severalAt: number | null = null;

  /** The instant at which the backend last took an event. */
  get lastAt(): number | null {
    return this.#lastAt;
  }

  /**
   * The instant since which the backend is available: the end of its last outage. It counts as an outage when new
   * events of several conversations fail for a minute.
   */
  get since(): number | null {
    return this.#since;
  }

  /**
   * `startedAt`: the first attempt at the event. An event that failed while others were taken does not indicate an
   * outage.
   */
  failed(conversationId: string, startedAt: number, now: number): void {
    if (this.#lastAt !== null && startedAt < this.#lastAt) return;
    this.#failing ??= conversationId;
    if (this.#failing !== conversationId) this.#severalAt ??= now;
  }

  taken(now: number): void {
    const isBack = this.#severalAt !== null && now - this.#severalAt > longestPauseMs;
    // When the clock was set back, the start lies in the future.
    if (this.#since === null || this.#since > now || isBack) this.#since = now;
    this.#lastAt = now;
    this.#failing = null;
    this.#severalAt = null;
  }
}

/**
 * Whether this event is at fault and not the backend. It has failed ten times, and for ten minutes in which the
 * backend took other events, the last of them within the longest pause.
 * While the backend takes nothing, no event is given up. Failures during an outage do not count after it.
 */
export function isEventAtFault(
  event: { readonly attempt: number; readonly startedAt: number },
  { lastAt, since }: Pick<BackendHealth, "lastAt" | "since">,
  now: number,
): boolean {
  return (
    event.attempt >= giveUpAfterAttempts &&
    lastAt !== null &&
    since !== null &&
    now - Math.max(event.startedAt, since) >= giveUpAfterMs &&
    now - lastAt <= longestPauseMs
  );
}

/** Whether the backend has asked for pauses at this event for a day. */
export function isPausedLong(pausedSince: number, now: number): boolean {
  return now - pausedSince >= giveUpPausingAfterMs;
}

/**
 * Whether such an event is at fault: the backend took others, the last of them within the longest pause.
 * @param lastTakenAt when it last took an event of any kind
 */
export function isPausedAtFault(
  pausedSince: number,
  lastTakenAt: number | null,
  now: number,
): boolean {
  const isTaking = lastTakenAt !== null && now - lastTakenAt <= longestAskedPauseMs;
  return isTaking && isPausedLong(pausedSince, now);
}
