import type { Migration } from "../migration.ts";
import { searchTables } from "./search-tables.ts";

/** The search index, which is filled beside traffic. */
export const second: Migration = { version: 2, oldestReader: 1, sql: searchTables };
