import { type EntryKind, entryKinds, type EntryPage, type StoreExport } from "@parley/core";
import { brokenEntryError } from "@parley/core/sql-store";
import type { Client } from "pg";
import type { Section } from "./export-section.ts";
import { sections } from "./export-sections.ts";
import { storeError } from "../connection/store-error.ts";

/** `StoreExport` on PostgreSQL, over a separate connection. */
export class PostgresExport implements StoreExport {
  readonly #client: Client;
  readonly #place: string;

  /** @param place the database's address for messages */
  constructor(client: Client, place: string) {
    this.#client = client;
    this.#place = place;
  }

  async counts(): Promise<Readonly<Record<EntryKind, number>>> {
    const counts: [EntryKind, number][] = [];
    for (const kind of entryKinds)
      counts.push([kind, await this.#guard(sections[kind].count(this.#client))]);
    return Object.fromEntries(counts) as Record<EntryKind, number>;
  }

  async page<Kind extends EntryKind>(
    kind: Kind,
    cursor: string | null,
    limit: number,
  ): Promise<EntryPage<Kind>> {
    const section: Section<Kind> = sections[kind];
    return this.#guard(
      section.page(this.#client, cursor, limit).catch((error: unknown) => {
        throw brokenEntryError(error, this.#place, kind);
      }),
    );
  }

  async #guard<Result>(answer: Promise<Result>): Promise<Result> {
    try {
      return await answer;
    } catch (error) {
      throw storeError(error, this.#place);
    }
  }
}
