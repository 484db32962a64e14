import type { Channel, ChannelStore } from "@parley/core";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";

interface ChannelColumns {
  readonly isDummy: number;
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly createdAt: number;
  readonly definition: string;
}

type Definition = Pick<Channel, "secrets" | "chatApiUrl" | "knobs">;

const columns = "id, key, revision, created_at as createdAt, definition";
const dummyDefinition = JSON.stringify({
  secrets: [{ digest: "0".repeat(64), expiresAt: null }],
  chatApiUrl: "https://chat.example.com/api/agent-messages",
  knobs: {
    overflow: "truncate",
    media: "strict",
    dedupe: "window",
    transfer: "content-length",
    acknowledge: "result-ok",
    failureShape: "final",
    hiddenErrorCodes: [],
  },
} satisfies Definition);
// A miss reads and decodes a row of the usual shape as well, so that it costs what a hit costs (ruling 1).
const findOrDummy = `select * from (
  select 0 as isDummy, ${columns} from channels where id = +?
  union all select 1, '', '', 1, 0, '${dummyDefinition}'
) order by isDummy limit 1`;
const insert =
  "insert into channels (id, key, revision, created_at, definition) values (?, ?, ?, ?, ?)";
const update = "update channels set revision = ?, created_at = ?, definition = ? where id = ?";

/** `ChannelStore` on SQLite. Only live channels are kept: a removed one is of no use to anybody. */
export class SqliteChannelStore implements ChannelStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: string): Promise<Channel | null> {
    return this.#database.read((connection) => {
      const row = connection.get<ChannelColumns>(findOrDummy, id) as ChannelColumns;
      const channel = channelOf(row);
      return row.isDummy === 1 ? null : channel;
    });
  }

  async list(): Promise<readonly Channel[]> {
    const sql = `select 0 as isDummy, ${columns} from channels order by position`;
    return this.#database.read((connection) => connection.all<ChannelColumns>(sql).map(channelOf));
  }

  async save(channel: Channel): Promise<boolean> {
    return this.#database.write((connection) => {
      const live = connection.get<LiveColumns>(
        "select key, revision from channels where id = ?",
        channel.id,
      );
      if (!follows(channel, live)) return false;
      write(connection, channel, live !== undefined);
      return true;
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.#database.write(
      (connection) => connection.run("delete from channels where id = ?", id) > 0,
    );
  }
}

interface LiveColumns {
  readonly key: string;
  readonly revision: number;
}

/** The key is compared too: a change made for a removed channel must not hit the one that has its id now. */
function follows(channel: Channel, live: LiveColumns | undefined): boolean {
  if (live === undefined) return channel.revision === 1;
  return channel.revision > 1 && live.revision === channel.revision - 1 && live.key === channel.key;
}

function write(connection: Connection, channel: Channel, isLive: boolean): void {
  const { id, key, secrets, chatApiUrl, knobs, createdAt, revision } = channel;
  const definition = JSON.stringify({ secrets, chatApiUrl, knobs } satisfies Definition);
  if (isLive) connection.run(update, revision, createdAt, definition, id);
  else connection.run(insert, id, key, revision, createdAt, definition);
}

function channelOf({ id, key, revision, createdAt, definition }: ChannelColumns): Channel {
  return { id, key, revision, createdAt, ...(JSON.parse(definition) as Definition) };
}
