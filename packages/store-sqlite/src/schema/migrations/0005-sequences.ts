import type { Migration } from "../migration.ts";

/**
 * Deliveries of the tail, whose `fresh` is not null, are left out of the index of sequences until the tail is cut: what
 * is written for thousands at once shares pages. `fresh` of one without an identity is empty.
 */
export const sequences: Migration = {
  version: 5,
  oldestReader: 5,
  sql: `
drop index deliveries_by_sequence;
create unique index deliveries_by_sequence on deliveries (conversation, sequence) where fresh is null;
`,
};
