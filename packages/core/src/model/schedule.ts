/** Outbound ticks lie at 0, 3 and 6 s after the first attempt began; the error event at 9 s (§6, ruling 15). */
export const tickMs = 3_000;
export const attemptLimit = 3;
/** The least that must be left of a window for a late attempt to start. */
export const lateStartMs = 500;
/** How long a backend may take over one event before the answer counts as *later*. */
export const backendDeadlineMs = 10_000;
/** A lease outlives its deadline by this much before another node may take the lane over. */
export const takeoverMs = 1_000;
/** The longest pause between two attempts at a backend (ruling 21). */
export const longestPauseMs = 60_000;
/** A client's own retry is recognised for this long (ruling 11). */
export const dedupeWindowMs = 60_000;
/** How long a store remembers an idempotency key of `Outbox.send`. */
export const idempotencyMs = 24 * 60 * 60 * 1_000;
/** How many messages may wait on one outbound lane (ruling 18). */
export const waitingLimit = 20;
/** Without a repeat for this long, typing has ended (ruling 10). */
export const typingEndsMs = 10_000;
