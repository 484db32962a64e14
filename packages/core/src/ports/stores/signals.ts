import type { ServiceIdentifier } from "inversify";

/**
 * Called by core, which ends typing once, and by agent apps that show on one node what happened on another; implemented by stores that several nodes share,
 * and by `SignalHub` within one process, which stands in where no store brings one. A signal says that something has
 * changed, so that whoever hears it reads what: it may come late, twice or never, and does not keep its place among
 * others.
 */
export interface Signals {
  /**
   * Tells all other nodes, not this one. `topic` and `key` hold ids and plain words, at most 200 characters each: never
   * anything of visitors or agents, since signals end in logs of servers. Equal ones that come together may be one.
   */
  publish(topic: string, key: string): void;
  /** Calls back with the key of every signal of `topic`, until the returned function is called. It must not throw. */
  listen(topic: string, callback: (key: string) => void): () => void;
}
export const Signals = Symbol.for("@parley/core/Signals") as ServiceIdentifier<Signals>;
