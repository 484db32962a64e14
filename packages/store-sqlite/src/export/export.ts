import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type EntryKind,
  entryKinds,
  type EntryPage,
  ParleyError,
  type StoreExport,
} from "@parley/core";
import { brokenEntryError } from "@parley/core/sql-store";
import { Database } from "../connection/database.ts";
import type { DatabasePlace } from "../connection/database-options.ts";
import type { Section } from "./export-section.ts";
import { sections } from "./export-sections.ts";

/** The file to read. */
export interface SqliteExportOptions {
  readonly directory: string;
  /** Within `directory`; default `parley.db`. */
  readonly fileName?: string;
}

/** An export that owns the store's file, as a gateway does. */
export interface OpenedExport extends StoreExport {
  close(): void;
}

/**
 * Opens the file of a stopped gateway as that gateway would. Migrates an older schema. After that it only reads.
 * @throws ParleyError of `storeSqlite`; `store-directory` when the file is missing
 */
export function openSqliteExport(options: SqliteExportOptions): OpenedExport {
  const place: DatabasePlace = { fileName: "parley.db", ...options };
  const path = join(place.directory, place.fileName);
  if (existsSync(path)) return new SqliteExport(Database.open(place));
  throw new ParleyError(
    "store-directory",
    `${path} does not exist: give the data directory of a gateway.`,
  );
}

/** `StoreExport` on SQLite. */
export class SqliteExport implements OpenedExport {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async counts(): Promise<Readonly<Record<EntryKind, number>>> {
    return this.#database.read((connection) => {
      const counts = entryKinds.map((kind) => [kind, sections[kind].count(connection)]);
      return Object.fromEntries(counts) as Record<EntryKind, number>;
    });
  }

  async page<Kind extends EntryKind>(
    kind: Kind,
    cursor: string | null,
    limit: number,
  ): Promise<EntryPage<Kind>> {
    const section: Section<Kind> = sections[kind];
    return this.#database.read((connection) => {
      try {
        return section.page(connection, cursor, limit);
      } catch (error) {
        throw brokenEntryError(error, this.#database.path, kind);
      }
    });
  }

  close(): void {
    this.#database.close();
  }
}
