/** Duration for each kind of neighbour. */
export interface MixedSettings {
  readonly rounds: number;
  readonly seconds: number;
}

/** Conversations per channel, and connections for its messages. */
export const [writers, connections] = [200, 32];
/** Messages per channel and direction. */
export const perSecond = 100;
/** A channel that sends as fast as it can. */
export const flood = { name: "a flood: all that 32 connections get through", perSecond: 5_000 };
/**
 * `leadMs`: how long the neighbour runs before the measurement. By then its first series have failed and were reported,
 * at 9 s, so all its code has run. `openMs`: how long the measured connections are open before. A Node server accepts
 * one new connection per event-loop turn, so new connections wait.
 */
export const [leadMs, openMs] = [10_000, 1_000];
/** Number of the other channel's first writer. */
export const firstNeighbour = 1_000_000;
