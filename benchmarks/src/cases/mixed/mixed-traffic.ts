/** How long each kind of neighbour is stood. */
export interface MixedSettings {
  readonly rounds: number;
  readonly seconds: number;
}

/** Conversations of each channel, and how many connections its messages come over. */
export const [writers, connections] = [200, 32];
/** Messages of a channel, each way. */
export const perSecond = 100;
/** What a channel sends that sends all that it gets through. */
export const flood = { name: "a flood: all that 32 connections get through", perSecond: 5_000 };
/**
 * How long the neighbour is there before anything is measured: by then the first of its series have failed and were
 * reported, at 9 s, so that all of its code has been run. And how long the measured connections are open before: a server of
 * Node takes one new connection each turn of its loop, so that what is new waits for many turns.
 */
export const [leadMs, openMs] = [10_000, 1_000];
/** The other channel's writers are numbered from here. */
export const firstNeighbour = 1_000_000;
