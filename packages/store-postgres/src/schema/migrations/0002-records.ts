import type { Migration } from "../migration.ts";

/** Stores the results of all attempts with their delivery. Adds an index of failed deliveries. */
export const records: Migration = {
  version: 2,
  oldestReader: 1,
  sql: `
alter table deliveries add column record text;
create index deliveries_failed on deliveries (accepted_at, conversation, message_sequence)
  where state = 2 and kind < 2;
`,
};
