import type { Channel } from "../../model/channel.ts";

/** Copies a channel with every field, because a store may load some fields only at their first use. */
export function materialize(found: Channel): Channel {
  return { ...found };
}
