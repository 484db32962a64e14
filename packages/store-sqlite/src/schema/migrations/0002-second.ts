import type { Migration } from "../migration.ts";
import { erasureNotices } from "./erasure-notices.ts";
import { searchTables } from "./search-tables.ts";

/** The search index, which is filled beside traffic. An earlier version may use the file, but writes no notices. */
export const second: Migration = {
  version: 2,
  oldestReader: 1,
  sql: [erasureNotices, searchTables].join("\n"),
};
