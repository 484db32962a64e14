import type { Connection } from "../connection/connection.ts";

/** What all conversations of one channel key share. */
export interface ChannelKey {
  /** The number that represents the key in other tables. */
  readonly channel: number;
  /** The channel's id. */
  readonly id: string;
}

const select = "select channel, id from channel_keys where key = ?";
const insert = "insert into channel_keys (key, id) values (?, ?)";

/** The channel keys of `channel_keys`. Rows are only ever added, so each is read once. */
export class ChannelKeys {
  readonly #known = new Map<string, ChannelKey>();

  /** `undefined`: the key has no conversations. */
  find(connection: Connection, key: string): ChannelKey | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const read = connection.get<ChannelKey>(select, key);
    if (read !== undefined) this.#known.set(key, read);
    return read;
  }

  /** The number of a key. A new key gets one. */
  number(connection: Connection, key: string, id: string): number {
    const known = this.find(connection, key);
    if (known !== undefined) return known.channel;
    connection.run(insert, key, id);
    return this.number(connection, key, id);
  }

  /** Call it when a transaction may not have been committed. Numbers given by it may be given again. */
  clear(): void {
    this.#known.clear();
  }
}
