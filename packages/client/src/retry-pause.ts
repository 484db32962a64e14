const firstPauseMs = 500;
const longestPauseMs = 8_000;
/** A little less than the 60 s in which a gateway knows a repeat by its `message.id`. */
export const retryWindowMs = 55_000;

/** What the next pause depends on. */
export interface RetryState {
  /** Tries made so far, from 1. */
  readonly tries: number;
  /** How many more there may be after the first. */
  readonly retries: number;
  /** Since the first try began. */
  readonly elapsedMs: number;
  /** How long one try may take. */
  readonly timeoutMs: number;
  readonly retryAfterSeconds: number | null;
  /** From 0 up to but without 1. */
  readonly fraction: number;
}

/**
 * How long to wait before the same message is sent again; `null`: no more. Pauses double and are drawn from their upper
 * half, so that many clients do not come back at once; what the gateway asks for is the least. A repeat that could end
 * after the gateway has forgotten the first try is not made: it might be delivered twice.
 */
export function retryPause(state: RetryState): number | null {
  if (state.tries > state.retries) return null;
  const backOffMs = Math.min(firstPauseMs * 2 ** (state.tries - 1), longestPauseMs);
  const drawnMs = backOffMs * (0.5 + state.fraction / 2);
  const pauseMs = Math.max(drawnMs, (state.retryAfterSeconds ?? 0) * 1_000);
  return state.elapsedMs + pauseMs + state.timeoutMs > retryWindowMs ? null : pauseMs;
}
