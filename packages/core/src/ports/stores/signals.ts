import type { ServiceIdentifier } from "inversify";

/**
 * Called by core, which ends typing only once, and by agent apps that show on one node the changes of another.
 * Implemented by stores that several nodes share; core binds `SignalHub`, for one process, when no store brings
 * one.
 * A signal says that something has changed; the listener then reads the new state. It may come late, twice or
 * never, and signals may come out of order.
 */
export interface Signals {
  /**
   * Tells all other nodes, not this one. Equal signals published together may arrive as one.
   * `topic` and `key` hold ids and plain words, at most 200 characters each. They never hold data of visitors or
   * agents, because signals can appear in server logs.
   */
  publish(topic: string, key: string): void;
  /**
   * Calls `callback` with the key of every signal of `topic`, until the returned function is called. `callback`
   * must not throw.
   */
  listen(topic: string, callback: (key: string) => void): () => void;
}
export const Signals = Symbol.for("@parley/core/Signals") as ServiceIdentifier<Signals>;
