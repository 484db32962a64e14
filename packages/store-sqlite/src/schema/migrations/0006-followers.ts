import type { Migration } from "../migration.ts";

/**
 * A lane with several deliveries in the tail has no row either. Each delivery records when the next head was leased.
 *
 * deliveries.next_started: when the next delivery of its lane could start, if one waited behind it in a lane without a
 * row.
 */
export const followers: Migration = {
  version: 6,
  // An older version would read several waiting deliveries of the tail as one.
  oldestReader: 6,
  sql: "alter table deliveries add column next_started integer;",
};
