import type { EntryKind, EntryPage, StoreEntry } from "@parley/core";
import {
  BackendNames,
  entryPage,
  keyAt,
  type KeyedRow,
  type RowsPlan,
} from "@parley/core/sql-store";
import type { Client } from "pg";
import { allBackends, type BackendRow } from "../backends/backend-numbers.ts";

/** How to count and read entries of one kind. */
export interface Section<Kind extends EntryKind> {
  count(client: Client): Promise<number>;
  page(client: Client, cursor: string | null, limit: number): Promise<EntryPage<Kind>>;
}

/** The definition of a section. */
export interface SectionPlan<Kind extends EntryKind, Row extends KeyedRow> extends RowsPlan {
  /** `nameOf`: the name of a backend's number. */
  readonly entryOf: (row: Row, nameOf: (backend: number) => string) => StoreEntry<Kind>;
}

/** Pages of rows: see `entryPage`. */
export function section<Kind extends EntryKind, Row extends KeyedRow>(
  plan: SectionPlan<Kind, Row>,
): Section<Kind> {
  const { table, start, sql, entryOf } = plan;
  const countAll = `select count(*) as count from ${table}`;
  return {
    count: async (client) => {
      const { rows } = await client.query<{ count: number }>(countAll);
      return rows[0]?.count ?? 0;
    },
    page: async (client, cursor, limit) => {
      const key = keyAt(cursor, start);
      const rows: readonly Row[] = (await client.query(sql, [...key, limit])).rows;
      const names = await readNames(client);
      return entryPage<Kind, Row>(rows, limit, (row) => entryOf(row, (one) => names.nameOf(one)));
    },
  };
}

/** Read after the rows, so that it has every name. */
async function readNames(client: Client): Promise<BackendNames> {
  const { rows } = await client.query<BackendRow>(allBackends.text);
  return new BackendNames(rows);
}
