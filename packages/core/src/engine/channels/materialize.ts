import type { Channel } from "../../model/channel.ts";

/** Copies a channel with every field. A store may read some fields only when they are first used. */
export function materialize(found: Channel): Channel {
  return { ...found };
}
