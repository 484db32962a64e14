import type { Migration } from "../migration.ts";

/**
 * `sequences` and `identities` get what the tail holds a slice at a time, before the counter `written` says so: see
 * decision 13. No table changes.
 */
export const ahead: Migration = {
  version: 10,
  // An older version would write after a crash what is there already, and fail.
  oldestReader: 10,
  sql: "",
};
