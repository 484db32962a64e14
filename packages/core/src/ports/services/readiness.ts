import type { ServiceIdentifier } from "inversify";

/** Called by agent apps that asked for a pause; implemented by core. */
export interface Readiness {
  /**
   * Ends pauses early, on every node within a second: the pause of the backend, and those of single events, of all
   * conversations or of one. With an id, the events of that conversation come first.
   * After a pause of the whole backend, events go on oldest first and a few at a time until one is taken.
   * Core tries to store it until it succeeds. It is lost when the node dies before that; the pause then ends by itself.
   * @returns resolves once the store has ended the pauses of events; never rejects, and never resolves when the node stops
   * before. Nobody needs to wait for it.
   */
  ready(conversationId?: string): Promise<void>;
}
export const Readiness = Symbol.for("@parley/core/Readiness") as ServiceIdentifier<Readiness>;
