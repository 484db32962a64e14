import type { Migration } from "../migration.ts";

/**
 * `sequences` and `identities` get the tail's entries in slices, before the counter `written` covers them: see decision
 * 13. No table changes.
 */
export const ahead: Migration = {
  version: 10,
  // After a crash, an older version would insert existing entries again, and fail.
  oldestReader: 10,
  sql: "",
};
