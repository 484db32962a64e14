import type { Connection } from "../connection/connection.ts";

/** What conversations of one channel key have in common. */
export interface ChannelKey {
  /** What stands for the key inside. */
  readonly channel: number;
  /** Of the channel. */
  readonly id: string;
}

const select = "select channel, id from channel_keys where key = ?";
const insert = "insert into channel_keys (key, id) values (?, ?)";

/** The channel keys of `channel_keys`, which only grows: each is read once. */
export class ChannelKeys {
  readonly #known = new Map<string, ChannelKey>();

  /** `undefined`: no conversation was ever made on it. */
  find(connection: Connection, key: string): ChannelKey | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const read = connection.get<ChannelKey>(select, key);
    if (read !== undefined) this.#known.set(key, read);
    return read;
  }

  /** The number of a key, which has one from now on. */
  number(connection: Connection, key: string, id: string): number {
    const known = this.find(connection, key);
    if (known !== undefined) return known.channel;
    connection.run(insert, key, id);
    return this.number(connection, key, id);
  }

  /** To be called when a transaction may not have been committed: its numbers are given again. */
  clear(): void {
    this.#known.clear();
  }
}
