import type { EntryKind, EntryPage, StoreEntry } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import type { Value } from "../connection/statement-runner.ts";

/** A row of a page begins with where it lies. */
export interface Placed {
  readonly at: string | number;
  /** Where one column does not tell rows apart. */
  readonly within?: string | number;
}

/** How entries of one kind are counted and read. */
export interface Section<Kind extends EntryKind> {
  count(connection: Connection): number;
  page(connection: Connection, cursor: string | null, limit: number): EntryPage<Kind>;
}

/** What makes a section. */
export interface SectionPlan<Kind extends EntryKind, Row extends Placed> {
  /** Of which all rows are counted. */
  readonly table: string;
  /** A key before those of all rows. */
  readonly start: readonly (string | number)[];
  /** Takes a key and how many rows are wanted behind it, and gives them in the order of their keys. */
  readonly sql: string;
  readonly entryOf: (row: Row, connection: Connection) => StoreEntry<Kind>;
}

/** An entry whose JSON is broken. What the parser says of it quotes what people wrote, and is left out. */
export class BrokenEntry extends Error {
  /** Of its row. */
  readonly at: string | number;

  constructor(at: string | number) {
    super("the JSON of an entry is broken");
    this.at = at;
  }
}

/** Pages of rows; a cursor is the key of the last one, as JSON. */
export function section<Kind extends EntryKind, Row extends Placed>(
  plan: SectionPlan<Kind, Row>,
): Section<Kind> {
  const { table, start, sql } = plan;
  const countAll = `select count(*) as count from ${table}`;
  return {
    count: (connection) => connection.get<{ count: number }>(countAll)?.count ?? 0,
    page: (connection, cursor, limit) => {
      const key = cursor === null ? start : (JSON.parse(cursor) as Value[]);
      const rows = connection.all<Row>(sql, ...key, limit);
      const last = rows.length < limit ? undefined : rows.at(-1);
      return {
        entries: rows.map((row) => readEntry(plan, row, connection)),
        next: last === undefined ? null : JSON.stringify(keyOf(last)),
      };
    },
  };
}

/** @throws BrokenEntry */
function readEntry<Kind extends EntryKind, Row extends Placed>(
  plan: SectionPlan<Kind, Row>,
  row: Row,
  connection: Connection,
): StoreEntry<Kind> {
  try {
    return plan.entryOf(row, connection);
  } catch (error) {
    throw error instanceof SyntaxError ? new BrokenEntry(row.at) : error;
  }
}

function keyOf({ at, within }: Placed): readonly (string | number)[] {
  return within === undefined ? [at] : [at, within];
}
