import type { Channel, ChannelStore } from "@parley/core";
import { channelOf, writeDefinition, writeSecrets } from "@parley/core/sql-store";
import { readSecrets } from "./channel-secrets.ts";
import type { Database } from "../connection/database.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";

/** A row with the columns of `channelColumns`. */
export interface ChannelColumns {
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly secrets: string;
  readonly definition: string;
}

export const channelColumns = 'id, key, revision, created_at as "createdAt", secrets, definition';
// Hit or miss: searches for the id, then finds and reads one row (ruling 1). A miss reads the row with the empty id.
const byIdOrNobody = statement(
  `select ${channelColumns} from channels where id = coalesce((select id from channels where id = $1), '')`,
);
const inOrder = statement(
  `select ${channelColumns} from channels where position > 0 order by position`,
);
const insert = statement(`insert into channels (id, key, revision, created_at, secrets, definition)
  values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing`);
// Compares the key too: a change to a removed channel must not affect the new channel with its id.
const update = statement(`update channels
  set revision = $3, created_at = $4, secrets = $5, definition = $6
  where id = $1 and key = $2 and revision = $3 - 1 and position > 0`);
const remove = statement("delete from channels where id = $1 and position > 0");

/** `ChannelStore` on PostgreSQL. Rows of removed channels are deleted. */
export class PostgresChannelStore implements ChannelStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: string): Promise<Channel | null> {
    const [row] = await this.#database.read<ChannelColumns>(byIdOrNobody, searchable(id));
    if (row === undefined) throw new Error("the row that stands for every miss is missing");
    const channel = channelOfRow(row);
    return row.id === "" ? null : channel;
  }

  async list(): Promise<readonly Channel[]> {
    return (await this.#database.read<ChannelColumns>(inOrder)).map(channelOfRow);
  }

  async save(channel: Channel): Promise<boolean> {
    const { id, key, revision, createdAt, secrets, definition } = columnsOf(channel);
    const write = revision === 1 ? insert : update;
    return this.#database.write(
      async (session) =>
        (await session.changed(write, id, key, revision, createdAt, secrets, definition)) > 0,
    );
  }

  async remove(id: string): Promise<boolean> {
    return this.#database.write(
      async (session) => (await session.changed(remove, searchable(id))) > 0,
    );
  }
}

export function columnsOf(channel: Channel): ChannelColumns {
  const { id, key, createdAt, revision } = channel;
  const definition = writeDefinition(channel);
  return { id, key, revision, createdAt, secrets: writeSecrets(channel.secrets), definition };
}

export function channelOfRow(row: ChannelColumns): Channel {
  const { id, key, revision, createdAt } = row;
  const facts = { id, key, revision, createdAt, secrets: readSecrets(row.secrets) };
  return channelOf(facts, () => row.definition);
}
