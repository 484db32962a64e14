import type { Channel } from "../../model/channel.ts";

/** The channel with every field read: a store may leave some until they are asked for, though not for long. */
export function wholly(found: Channel): Channel {
  return { ...found };
}
