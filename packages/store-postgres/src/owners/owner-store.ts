import {
  type Conversation,
  type OwnedCount,
  type OwnedQuery,
  type OwnerChange,
  type OwnerStore,
  type Page,
  type PageRequest,
} from "@parley/core";
import {
  cursorOf,
  firstBackend,
  fromJson,
  type OwnerChangeColumns,
  pageOf,
} from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { changeColumns, changeOfRow } from "./owner-changes.ts";
import { searchable } from "../statements/searchable.ts";
import { statement } from "../statements/statement.ts";
import { isIndexed, readOwned } from "./owned-pages.ts";

const history = statement(`select o.position, ${changeColumns} from owner_changes o
  where o.conversation = (select conversation from conversations where id = $1) and o.position < $2
  order by o.position desc limit $3`);
// All conversations, less those that are counted by their owner.
const counts = statement(`with owned as materialized (
    select c.backend, c.assignee, count(*) as conversations from conversations c where ${isIndexed}
    group by c.backend, c.assignee)
  select backend, assignee, conversations from owned
  union all
  select ${firstBackend}, null, (select count(*) from conversations) - (select coalesce(sum(conversations), 0) from owned)::bigint`);

interface CountColumns {
  readonly backend: number | null;
  readonly assignee: string | null;
  readonly conversations: number;
}

/** `OwnerStore` on PostgreSQL. */
export class PostgresOwnerStore implements OwnerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async owned(query: OwnedQuery, request: PageRequest): Promise<Page<Conversation>> {
    const cursor = cursorOf(request, 2);
    if (cursor === null) return { items: [], next: null };
    return readOwned(this.#database, query, cursor, request);
  }

  async history(conversationId: string, request: PageRequest): Promise<Page<OwnerChange>> {
    const [before] = cursorOf(request, 1) ?? [];
    if (before === undefined) return { items: [], next: null };
    const rows = await this.#database.read<OwnerChangeColumns & { readonly position: number }>(
      history,
      searchable(conversationId),
      before,
      request.limit + 1,
    );
    const { backends } = this.#database;
    return backends.knowing(async () =>
      pageOf(
        rows,
        request.limit,
        ({ position }) => [position],
        (row) => changeOfRow(row, backends.nameOf),
      ),
    );
  }

  async counts(): Promise<readonly OwnedCount[]> {
    const rows = await this.#database.read<CountColumns>(counts);
    const { backends } = this.#database;
    return backends.knowing(async () => countsOf(rows, backends.nameOf));
  }
}

/** Two numbers of one name are one owner. */
function countsOf(
  rows: readonly CountColumns[],
  nameOf: (backend: number) => string,
): readonly OwnedCount[] {
  const totals = new Map<string, OwnedCount>();
  for (const { backend: number, assignee: json, conversations } of rows) {
    const backend = number === null ? null : nameOf(number);
    const assignee = fromJson(json);
    const key = JSON.stringify([backend, assignee]);
    const before = totals.get(key)?.conversations ?? 0;
    totals.set(key, { backend, assignee, conversations: before + conversations });
  }
  return [...totals.values()].filter(({ conversations }) => conversations > 0);
}
