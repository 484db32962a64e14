import type { Migration } from "../migration.ts";
import { backendTables, earlierNodes } from "./owners.ts";

/** Backends, their lanes, and the changes of owner. Earlier nodes write none of it. */
export const seventh: Migration = {
  version: 7,
  oldestReader: 1,
  tables: ["deliveries", "lanes"],
  sql: [backendTables, earlierNodes].join("\n"),
};
