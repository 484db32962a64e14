import type { Channel } from "../model/channel.ts";
import type { ChannelStore } from "../ports/stores/channel-store.ts";
import type { MemoryData } from "./data.ts";

/** The reference `ChannelStore`. It keeps live channels only. */
export class MemoryChannelStore implements ChannelStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async find(id: string): Promise<Channel | null> {
    return this.#data.channels.get(id) ?? null;
  }

  async list(): Promise<readonly Channel[]> {
    return [...this.#data.channels.values()];
  }

  async save(channel: Channel): Promise<boolean> {
    const live = this.#data.channels.get(channel.id);
    if (!follows(channel, live)) return false;
    this.#data.channels.set(channel.id, channel);
    return true;
  }

  async remove(id: string): Promise<boolean> {
    return this.#data.channels.delete(id);
  }
}

/** Compares the key too: a change of a removed channel must not hit a new channel with the same id. */
function follows(channel: Channel, live: Channel | undefined): boolean {
  if (live === undefined) return channel.revision === 1;
  return channel.revision > 1 && live.revision === channel.revision - 1 && live.key === channel.key;
}
