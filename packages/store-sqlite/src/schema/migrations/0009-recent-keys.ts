import type { Migration } from "../migration.ts";

/**
 * Idempotency keys of the tail lie in the order in which they came, many on a page. In `idempotency_keys`, where nearly
 * each would write a page of its own, they come when the tail is cut: see decision 13.
 *
 * recent_keys.position: of the last delivery that the key's message was stored as.
 */
export const recentKeys: Migration = {
  version: 9,
  // An older version would take a repeat of what the tail holds for a new message.
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
