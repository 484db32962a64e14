import type { EntryKind, EntryPage, StoreEntry } from "@parley/core";
import { entryPage, keyAt, type KeyedRow, type RowsPlan } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

/** How to count and read entries of one kind. */
export interface Section<Kind extends EntryKind> {
  count(connection: Connection): number;
  page(connection: Connection, cursor: string | null, limit: number): EntryPage<Kind>;
}

/** The definition of a section. */
export interface SectionPlan<Kind extends EntryKind, Row extends KeyedRow> extends RowsPlan {
  readonly entryOf: (row: Row, connection: Connection) => StoreEntry<Kind>;
}

/** Pages of rows: see `entryPage`. */
export function section<Kind extends EntryKind, Row extends KeyedRow>(
  plan: SectionPlan<Kind, Row>,
): Section<Kind> {
  const { table, start, sql, entryOf } = plan;
  const countAll = `select count(*) as count from ${table}`;
  return {
    count: (connection) => connection.get<{ count: number }>(countAll)?.count ?? 0,
    page: (connection, cursor, limit) => {
      const rows = connection.all<Row>(sql, ...keyAt(cursor, start), limit);
      return entryPage(rows, limit, (row) => entryOf(row, connection));
    },
  };
}
