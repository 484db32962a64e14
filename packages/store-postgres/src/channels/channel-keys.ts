import type { InboundAppend } from "@parley/core";
import type { Database } from "../connection/database.ts";
import { statement } from "../statements/statement.ts";

const insert = statement(`insert into channel_keys (key, id)
  select * from unnest($1::text[], $2::text[]) as u (key, id) order by key on conflict (key) do nothing`);
const find = statement("select channel, key from channel_keys where key = any($1::text[])");

/** Maximum number of cached keys. Beyond it, the cache is cleared and filled anew. */
const keptKeys = 10_000;

/** The numbers of channel keys. They never change, so each is read once. */
export class ChannelKeys {
  readonly #database: Database;
  readonly #numbers = new Map<string, number>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Gives numbers to new channel keys of `appends`, in a separate transaction. A number without messages does no harm.
   * Waits for another node that gives one at the same time. For `lockTimeoutMs` and errors see `Database.transact`.
   */
  async learn(appends: readonly InboundAppend[], lockTimeoutMs: number | null): Promise<void> {
    if (this.#numbers.size > keptKeys) this.#numbers.clear();
    const unknown = new Map<string, string>();
    for (const { channelKey, channelId } of appends)
      if (!this.#numbers.has(channelKey)) unknown.set(channelKey, channelId);
    if (unknown.size === 0) return;
    const keys = [...unknown.keys()];
    const rows = await this.#database.transact(async (session) => {
      session.run(insert, keys, [...unknown.values()]);
      return session.rows<{ channel: number; key: string }>(find, keys);
    }, lockTimeoutMs);
    for (const { channel, key } of rows) this.#numbers.set(key, channel);
  }

  /** The number of a key that was passed to `learn`. */
  numberOf(key: string): number {
    const number = this.#numbers.get(key);
    if (number === undefined) throw new Error("a channel key has no number");
    return number;
  }
}
