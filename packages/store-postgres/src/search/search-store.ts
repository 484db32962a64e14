import type { IndexStep, Page, PageRequest, SearchHit, SearchStore } from "@parley/core";
import { readSearchCursor, searchPage, trigramsOfWords } from "@parley/core/sql-store";
import { searchWords } from "@parley/core/text";
import type { Database } from "../connection/database.ts";
import { candidateLists } from "./candidates.ts";
import { readHits } from "./hits.ts";
import { indexStep } from "./index-step.ts";

/** `SearchStore` on PostgreSQL, by an index of trigrams. A cursor is a list and a row's place in it. */
export class PostgresSearchStore implements SearchStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async index(now: number, limit: number): Promise<IndexStep> {
    const { schema } = this.#database;
    return this.#database.write((session) => indexStep(session, schema, now, limit));
  }

  async find(text: string, { before, limit }: PageRequest): Promise<Page<SearchHit>> {
    const words = searchWords(text);
    const after = readSearchCursor(before, [1, 3]);
    if (words.length === 0 || after === undefined) return { items: [], next: null };
    const lists = candidateLists(this.#database, trigramsOfWords(words));
    const { items, next } = await searchPage(lists, { words, limit, after });
    return { items: await readHits(this.#database, items), next };
  }
}
