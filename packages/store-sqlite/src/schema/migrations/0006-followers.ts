import type { Migration } from "../migration.ts";

/**
 * A lane of several deliveries of the tail has no row either: when its head was leased is told by the one before it.
 *
 * deliveries.next_started: when the next one of its lane could begin, if one waited behind it in a lane without a row.
 */
export const followers: Migration = {
  version: 6,
  // An older version would take one delivery for all that wait on a lane of the tail.
  oldestReader: 6,
  sql: "alter table deliveries add column next_started integer;",
};
