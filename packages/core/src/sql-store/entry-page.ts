import { ParleyError } from "../errors.ts";
import type { EntryKind, StoreEntry } from "../model/store-entry.ts";
import type { EntryPage } from "../ports/stores/store-export.ts";

/** The place of a row: a number, or a text. */
export type KeyPart = string | number;

/** A row of an exported page begins with where it lies. */
export interface Placed {
  readonly at: KeyPart;
  /** Where one column does not tell rows apart. */
  readonly within?: KeyPart;
}

/** How the rows of one kind are counted and read. */
export interface RowsPlan {
  /** Of which all rows are counted. */
  readonly table: string;
  /** A key before those of all rows. */
  readonly start: readonly KeyPart[];
  /** Takes a key and how many rows are wanted behind it, and gives them in the order of their keys. */
  readonly sql: string;
}

/** An entry whose JSON is broken. What the parser says of it quotes what people wrote, and is left out. */
class BrokenEntry extends Error {
  /** Of its row. */
  readonly at: KeyPart;

  constructor(at: KeyPart) {
    super("the JSON of an entry is broken");
    this.at = at;
  }
}

/** The key behind which a page begins. */
export function keyAt(cursor: string | null, start: readonly KeyPart[]): readonly KeyPart[] {
  return cursor === null ? start : (JSON.parse(cursor) as KeyPart[]);
}

/** The page that rows make; a cursor is the key of the last one, as JSON. @throws Error for which `brokenEntryError` is made */
export function entryPage<Kind extends EntryKind, Row extends Placed>(
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

/** @returns `store-corrupt` for an entry whose JSON is broken; else the error as it is */
export function brokenEntryError(error: unknown, place: string, kind: EntryKind): unknown {
  if (!(error instanceof BrokenEntry)) return error;
  return new ParleyError(
    "store-corrupt",
    `${place} is damaged: in its ${kind}, the entry at ${error.at} holds broken JSON. Restore it from a backup.`,
  );
}

/** @throws BrokenEntry */
function readEntry<Kind extends EntryKind, Row extends Placed>(
  row: Row,
  entryOf: (row: Row) => StoreEntry<Kind>,
): StoreEntry<Kind> {
  try {
    return entryOf(row);
  } catch (error) {
    throw error instanceof SyntaxError ? new BrokenEntry(row.at) : error;
  }
}

function keyOf({ at, within }: Placed): readonly KeyPart[] {
  return within === undefined ? [at] : [at, within];
}
