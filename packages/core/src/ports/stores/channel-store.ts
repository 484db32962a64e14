import type { ServiceIdentifier } from "inversify";
import type { Channel } from "../../model/channel.ts";

/** Called by the channel registry; implemented by each store. */
export interface ChannelStore {
  /**
   * The live channel with this public id. A miss must take as long as a hit (ruling 1).
   * For that a store may load a channel's settings lazily: the caller reads them before its next `await`, or never.
   */
  find(id: string): Promise<Channel | null>;
  /** All live channels, oldest first. */
  list(): Promise<readonly Channel[]>;
  /**
   * Writes a channel durably. `revision` 1 adds it and is refused when its id is live. A higher revision replaces
   * exactly the revision before it. `false`: refused, and nothing changed.
   */
  save(channel: Channel): Promise<boolean>;
  /** Removes the channel; its conversations and waiting messages stay. `false` when there is none. */
  remove(id: string, now: number): Promise<boolean>;
}
export const ChannelStore = Symbol.for(
  "@parley/core/ChannelStore",
) as ServiceIdentifier<ChannelStore>;
