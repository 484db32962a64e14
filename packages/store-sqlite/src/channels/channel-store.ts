import { type Channel, type ChannelStore, ParleyError } from "@parley/core";
import { channelOf, writeDefinition, writeSecrets } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { readSecrets } from "./channel-secrets.ts";
import type { Database } from "../connection/database.ts";

interface FoundColumns {
  readonly key: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly secrets: string;
}

/** A complete row. */
export interface ChannelColumns extends FoundColumns {
  readonly id: string;
  readonly definition: string;
}

/**
 * The same length for every channel and for a miss. A row of variable length would reveal by its read time whether a
 * channel exists.
 */
const byId = "select key, revision, created_at as createdAt, secrets from channels where id = ?";
const definitionOf = "select definition from channels where id = ? and key = ?";
const listed =
  "select id, key, revision, created_at as createdAt, secrets, definition from channels where position > 0 order by position";
/** No channel has an empty id. One such row is read for every miss; the other is never found. */
const nobody = "";
const nowhere = "?";
const insert =
  "insert into channels (id, key, revision, created_at, secrets, definition) values (?, ?, ?, ?, ?, ?)";
const update =
  "update channels set revision = ?, created_at = ?, secrets = ?, definition = ? where id = ?";

/** `ChannelStore` on SQLite. Rows of removed channels are deleted. */
export class SqliteChannelStore implements ChannelStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Hit or miss: reads one row, and searches for one missing row (ruling 1). */
  async find(id: string): Promise<Channel | null> {
    if (id === nobody) return null;
    return this.#database.read((connection) => {
      const found = connection.get<FoundColumns>(byId, id);
      const other = connection.get<FoundColumns>(byId, found === undefined ? nobody : nowhere);
      const row = (found ?? other) as FoundColumns;
      const channel = channelOfRow(id, row, () => this.#definition(id, row.key));
      return found === undefined ? null : channel;
    });
  }

  async list(): Promise<readonly Channel[]> {
    const rows = this.#database.read((connection) => connection.all<ChannelColumns>(listed));
    return rows.map((row) => channelOfRow(row.id, row, () => row.definition));
  }

  #definition(id: string, key: string): string {
    const row = this.#database.read((connection) =>
      connection.get<Pick<ChannelColumns, "definition">>(definitionOf, id, key),
    );
    if (row !== undefined) return row.definition;
    const why = `The channel ${id} was removed while it was being read.`;
    throw new ParleyError("channel-unreadable", why, { retryable: true });
  }

  async save(channel: Channel): Promise<boolean> {
    return this.#database.write((connection) => {
      const live = connection.get<LiveColumns>(
        "select key, revision from channels where id = ? and position > 0",
        channel.id,
      );
      if (!follows(channel, live)) return false;
      write(connection, channel, live !== undefined);
      return true;
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.#database.write(
      (connection) => connection.run("delete from channels where id = ? and position > 0", id) > 0,
    );
  }
}

interface LiveColumns {
  readonly key: string;
  readonly revision: number;
}

/** Compares the key too: a change to a removed channel must not affect the new channel with its id. */
function follows(channel: Channel, live: LiveColumns | undefined): boolean {
  if (live === undefined) return channel.revision === 1;
  return channel.revision > 1 && live.revision === channel.revision - 1 && live.key === channel.key;
}

function write(connection: Connection, channel: Channel, isLive: boolean): void {
  const { id, key, createdAt, revision } = channel;
  const secrets = writeSecrets(channel.secrets);
  const definition = writeDefinition(channel);
  if (isLive) connection.run(update, revision, createdAt, secrets, definition, id);
  else connection.run(insert, id, key, revision, createdAt, secrets, definition);
}

/** `channelOf` explains when the definition is read. */
export function channelOfRow(id: string, row: FoundColumns, definition: () => string): Channel {
  const { key, revision, createdAt } = row;
  return channelOf({ id, key, revision, createdAt, secrets: readSecrets(row.secrets) }, definition);
}
