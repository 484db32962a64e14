import type { ServiceIdentifier } from "inversify";
import type { Channel } from "../../model/channel.ts";

/** Called by the channel registry; implemented by each store. */
export interface ChannelStore {
  /**
   * The live channel with this public id. A miss costs what a hit costs (ruling 1), so that a store may read the
   * settings only when they are asked for, which the caller does before it awaits anything else, or never.
   */
  find(id: string): Promise<Channel | null>;
  /** All live channels, oldest first. */
  list(): Promise<readonly Channel[]>;
  /**
   * Writes a channel durably. `revision` 1 adds it and is refused when its id is live; a higher one replaces exactly
   * the revision before it. `false` means refused, nothing changed.
   */
  save(channel: Channel): Promise<boolean>;
  /** Ends the channel; its conversations and waiting messages stay. `false` when there is none. */
  remove(id: string, now: number): Promise<boolean>;
}
export const ChannelStore = Symbol.for(
  "@parley/core/ChannelStore",
) as ServiceIdentifier<ChannelStore>;
