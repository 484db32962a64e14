import type { Migration } from "../migration.ts";
import { keysByFirst } from "./keys-by-first.ts";
import { pluginEntries } from "./plugin-entries.ts";

/**
 * What plugins keep. Nodes of an earlier version may use the schema. A conversation that such a node erases leaves its
 * entries open.
 */
export const third: Migration = {
  version: 3,
  oldestReader: 1,
  // An index is added to it, while nothing writes it.
  tables: ["idempotency_keys"],
  sql: [pluginEntries, keysByFirst].join("\n"),
};
