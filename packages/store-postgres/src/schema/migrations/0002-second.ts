import type { Migration } from "../migration.ts";
import { erasureNotices } from "./erasure-notices.ts";
import { searchTables } from "./search-tables.ts";

/**
 * The search index, which is filled beside traffic. Nodes of an earlier version may use the schema, but write no
 * notices.
 */
export const second: Migration = {
  version: 2,
  oldestReader: 1,
  // Foreign keys add triggers to them.
  tables: ["conversations", "deliveries"],
  sql: [erasureNotices, searchTables].join("\n"),
};
