const firstPauseMs = 500;
const longestPauseMs = 8_000;
/** A little less than the 60 s in which a gateway recognises a repeat by its `message.id`. */
export const retryWindowMs = 55_000;

/** The state that decides the next pause. */
export interface RetryState {
  /** Tries made so far, counted from 1. */
  readonly tries: number;
  /** Maximum number of tries after the first. */
  readonly retries: number;
  /** Time since the first try began. */
  readonly elapsedMs: number;
  /** Time limit of one try. */
  readonly timeoutMs: number;
  readonly retryAfterSeconds: number | null;
  /** A random number in [0, 1). */
  readonly fraction: number;
}

/**
 * Milliseconds to wait before the same message is sent again; `null`: send it no more.
 * Pauses double, and each is drawn from the upper half of its range, so that many clients do not return at once. A
 * pause is never shorter than the gateway's `Retry-After`.
 * A repeat that could end after the gateway has forgotten the first try is not sent: it might be delivered twice.
 */
export function retryPause(state: RetryState): number | null {
  if (state.tries > state.retries) return null;
  const backOffMs = Math.min(firstPauseMs * 2 ** (state.tries - 1), longestPauseMs);
  const drawnMs = backOffMs * (0.5 + state.fraction / 2);
  const pauseMs = Math.max(drawnMs, (state.retryAfterSeconds ?? 0) * 1_000);
  return state.elapsedMs + pauseMs + state.timeoutMs > retryWindowMs ? null : pauseMs;
}
