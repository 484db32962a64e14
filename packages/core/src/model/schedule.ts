/**
 * Outbound ticks are 0, 3 and 6 s after the first attempt began. The error event follows at 9 s (§6, ruling 15).
 */
export const tickMs = 3_000;
/** Maximum number of attempts in an outbound series. */
export const attemptLimit = 3;
/** A late attempt starts only if at least this much of its window is left. */
export const lateStartMs = 500;
/** A backend has this long to take one event; after that the answer counts as *later*. */
export const backendDeadlineMs = 10_000;
/** A lease outlives its deadline by this much. After that another node may take the lane over. */
export const takeoverMs = 1_000;
/** The longest pause between two attempts at a backend (ruling 21). */
export const longestPauseMs = 60_000;
/** The longest pause that a backend may ask for: one hour. */
export const longestAskedPauseMs = 60 * 60_000;
/** The pause of a backend that asks for one and does not say how long. */
export const usualAskedPauseMs = 10_000;
/** The shortest pause between two attempts at a backend. */
export const shortestPauseMs = 1_000;
/** A client's own retry is recognised for this long (ruling 11). */
export const dedupeWindowMs = 60_000;
/** How many messages may wait on one outbound lane (ruling 18). */
export const waitingLimit = 20;
/** Typing ends after this long without a repeat (ruling 10). */
export const typingEndsMs = 10_000;
