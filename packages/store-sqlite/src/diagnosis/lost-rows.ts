import type { Connection } from "../connection/connection.ts";
import { codeOf, isDamage } from "../connection/store-error.ts";

/** Rows of one kind that an index still names, while their table has lost them. */
export interface LostRows {
  readonly name: string;
  readonly rows: number;
}

interface Evidence {
  readonly name: string;
  readonly table: string;
  /** The table's integer primary key. */
  readonly position: string;
  readonly index: string;
  /** The columns of the index. */
  readonly key: string;
}

const evidence: readonly Evidence[] = [
  {
    name: "missing messages",
    table: "deliveries",
    position: "position",
    index: "deliveries_by_sequence",
    key: "conversation, sequence",
  },
  {
    name: "missing conversations",
    table: "conversations",
    position: "conversation",
    index: "sqlite_autoindex_conversations_1",
    key: "id",
  },
  {
    name: "missing channels",
    table: "channels",
    position: "position",
    index: "sqlite_autoindex_channels_1",
    key: "id",
  },
  {
    name: "missing channel keys",
    table: "channel_keys",
    position: "channel",
    index: "sqlite_autoindex_channel_keys_1",
    key: "key",
  },
];

/** What an index names and no row has. An index that cannot be read tells nothing. */
export function lostRows(connection: Connection): readonly LostRows[] {
  return evidence
    .map((one) => ({ name: one.name, rows: countLost(connection, one) }))
    .filter(({ rows }) => rows > 0);
}

/** An entry whose row only moved is not lost: some row has its key. */
function countLost(connection: Connection, { table, position, index, key }: Evidence): number {
  const sql = `select count(*) as n from (
    select ${key} from ${table} e indexed by ${index}
      where not exists (select 1 from ${table} t not indexed where t.${position} = e.${position})
    except select ${key} from ${table} not indexed)`;
  try {
    return connection.get<{ n: number }>(sql)?.n ?? 0;
  } catch (error) {
    if (isDamage(codeOf(error))) return 0;
    throw error;
  }
}
