import type {
  Conversation,
  OwnedCount,
  OwnedQuery,
  OwnerChange,
  OwnerStore,
  Page,
  PageRequest,
} from "@parley/core";
import { cursorOf, firstBackend, fromJson, ownerChangeOf, pageOf } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Database } from "../connection/database.ts";
import { changeColumns, type PlacedChange } from "./owner-changes.ts";
import { readOwned } from "./owned-pages.ts";

const historyBefore = `select ${changeColumns} from conversations c cross join owner_changes h on h.conversation = c.conversation
  where c.id = +? and h.number < +? order by h.number desc limit +?`;
const countIndexed = `select backend, assignee, count(*) as conversations from conversations
  where backend <> 0 or backend is null or assignee is not null group by backend, assignee`;
/** Deliberately counts all: each conversation has an activity, whose index is the smallest. */
const countAll = "select count(*) as conversations from activities";

interface CountColumns {
  readonly backend: number | null;
  /** JSON. */
  readonly assignee: string | null;
  readonly conversations: number;
}

/** `OwnerStore` on SQLite. */
export class SqliteOwnerStore implements OwnerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async owned(query: OwnedQuery, request: PageRequest): Promise<Page<Conversation>> {
    return this.#database.read((connection) => readOwned(connection, query, request));
  }

  async history(conversationId: string, request: PageRequest): Promise<Page<OwnerChange>> {
    const [before] = cursorOf(request, 1) ?? [];
    if (before === undefined) return { items: [], next: null };
    return this.#database.read((connection) => {
      const values = [conversationId, before, request.limit + 1];
      const rows = connection.all<PlacedChange>(historyBefore, ...values);
      const changeOf = (row: PlacedChange) => ownerChangeOf(row, connection.backends.nameOf);
      return pageOf(rows, request.limit, ({ number }) => [number], changeOf);
    });
  }

  async counts(): Promise<readonly OwnedCount[]> {
    return this.#database.read(readCounts);
  }
}

/** Conversations of the first backend without an assignee are in no index: they are the rest. */
function readCounts(connection: Connection): readonly OwnedCount[] {
  const { backends } = connection;
  const indexed = connection.all<CountColumns>(countIndexed);
  const all = connection.get<Pick<CountColumns, "conversations">>(countAll)?.conversations ?? 0;
  const rest = indexed.reduce((left, { conversations }) => left - conversations, all);
  const first = { backend: firstBackend, assignee: null, conversations: rest };
  return [...(rest > 0 ? [first] : []), ...indexed].map(({ backend, assignee, conversations }) => ({
    backend: backend === null ? null : backends.nameOf(backend),
    assignee: fromJson(assignee),
    conversations,
  }));
}
