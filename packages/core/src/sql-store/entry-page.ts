import { ParleyError } from "../errors.ts";
import type { EntryKind, StoreEntry } from "../model/store-entry.ts";
import type { EntryPage } from "../ports/stores/store-export.ts";

/** Part of a row's key: a number or a text. */
export type KeyPart = string | number;

/** A row of an exported page, with its key. */
export interface KeyedRow {
  readonly at: KeyPart;
  /** Second part of the key, where one column is not unique. */
  readonly within?: KeyPart;
}

/** How to count and read the rows of one kind. */
export interface RowsPlan {
  /** Table whose rows are counted. */
  readonly table: string;
  /** A key that sorts before every row. */
  readonly start: readonly KeyPart[];
  /** Query with two parameters: a key and a number of rows. Returns the rows after that key, sorted by key. */
  readonly sql: string;
}

/** An entry with broken JSON. The parser's message is left out, because it quotes what people wrote. */
class BrokenEntry extends Error {
  /** Key of its row. */
  readonly at: KeyPart;

  constructor(at: KeyPart) {
    super("the JSON of an entry is broken");
    this.at = at;
  }
}

/** The key after which a page begins. */
export function keyAt(cursor: string | null, start: readonly KeyPart[]): readonly KeyPart[] {
  return cursor === null ? start : (JSON.parse(cursor) as KeyPart[]);
}

/**
 * Makes a page from rows. Its cursor is the key of the last row, as JSON.
 * @throws an error that `brokenEntryError` translates
 */
export function entryPage<Kind extends EntryKind, Row extends KeyedRow>(
  rows: readonly Row[],
  limit: number,
  entryOf: (row: Row) => StoreEntry<Kind>,
): EntryPage<Kind> {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    entries: rows.map((row) => readEntry(row, entryOf)),
    next: last === undefined ? null : JSON.stringify(keyOf(last)),
  };
}

/** @returns `store-corrupt` for an entry with broken JSON; any other error unchanged */
export function brokenEntryError(error: unknown, place: string, kind: EntryKind): unknown {
  if (!(error instanceof BrokenEntry)) return error;
  return new ParleyError(
    "store-corrupt",
    `${place} is damaged: in its ${kind}, the entry at ${error.at} holds broken JSON. Restore it from a backup.`,
  );
}

/** @throws BrokenEntry */
function readEntry<Kind extends EntryKind, Row extends KeyedRow>(
  row: Row,
  entryOf: (row: Row) => StoreEntry<Kind>,
): StoreEntry<Kind> {
  try {
    return entryOf(row);
  } catch (error) {
    throw error instanceof SyntaxError ? new BrokenEntry(row.at) : error;
  }
}

function keyOf({ at, within }: KeyedRow): readonly KeyPart[] {
  return within === undefined ? [at] : [at, within];
}
