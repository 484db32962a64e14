import type { Migration } from "../migration.ts";

/**
 * Idempotency keys of the tail are stored in order of arrival, many on a page. The cut moves them to
 * `idempotency_keys`, where nearly each would write its own page: see decision 13.
 *
 * recent_keys.position: position of the last delivery of the key's message.
 */
export const recentKeys: Migration = {
  version: 9,
  // An older version would store a repeat of a message in the tail as a new message.
  oldestReader: 9,
  sql: `
create table recent_keys (
  position integer primary key,
  conversation integer not null,
  key text not null,
  accepted_at integer not null,
  first integer not null,
  count integer not null
);
`,
};
