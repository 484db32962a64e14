import {
  type IndexStep,
  type Page,
  type PageRequest,
  type SearchHit,
  type SearchStore,
} from "@parley/core";
import { readSearchCursor, searchPage, trigramsOfWords } from "@parley/core/sql-store";
import { searchWords } from "@parley/core/text";
import type { Database } from "../connection/database.ts";
import { candidateLists, type Entry } from "./candidates.ts";
import { hasNewMessages, indexStep } from "./index-messages.ts";
import { readHit } from "./hits.ts";

/** `SearchStore` on SQLite, by FTS5. A cursor is a list and a row's number in it. */
export class SqliteSearchStore implements SearchStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async index(_now: number, limit: number): Promise<IndexStep> {
    // An empty transaction would still wait for the disk.
    if (!this.#database.read(hasNewMessages)) return { entries: 0, isCaughtUp: true };
    return this.#database.commit((connection) => indexStep(connection, limit));
  }

  async find(text: string, { before, limit }: PageRequest): Promise<Page<SearchHit>> {
    const words = searchWords(text);
    const after = readSearchCursor(before, [1, 1]);
    if (words.length === 0 || after === undefined) return { items: [], next: null };
    const lists = candidateLists(this.#database, trigramsOfWords(words));
    const { items, next } = await searchPage<Entry>(lists, { words, limit, after });
    const hits = this.#database.read((connection) =>
      items.flatMap((entry) => readHit(connection, entry) ?? []),
    );
    return { items: hits, next };
  }
}
