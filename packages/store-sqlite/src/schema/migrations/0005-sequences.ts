import type { Migration } from "../migration.ts";

/**
 * Deliveries of the tail have a non-null `fresh` and are not in the index of sequences. The cut adds thousands at once,
 * which share pages. `fresh` is empty for a delivery without an identity.
 */
export const sequences: Migration = {
  version: 5,
  oldestReader: 5,
  sql: `
drop index deliveries_by_sequence;
create unique index deliveries_by_sequence on deliveries (conversation, sequence) where fresh is null;
`,
};
