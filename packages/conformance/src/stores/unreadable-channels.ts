import type { ChannelStore } from "@parley/core";

/** A channel store that cannot find a channel while `isBroken`. */
export function unreadableWhile(store: ChannelStore, isBroken: () => boolean): ChannelStore {
  return {
    find: async (id) => {
      if (isBroken()) throw new Error("the disk is gone");
      return store.find(id);
    },
    list: () => store.list(),
    save: (channel) => store.save(channel),
    remove: (id, now) => store.remove(id, now),
  };
}
