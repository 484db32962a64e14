import type { Migration } from "../migration.ts";

/** What became of each attempt is kept with its delivery, and failed deliveries are found without reading the others. */
export const records: Migration = {
  version: 3,
  oldestReader: 1,
  sql: `
alter table deliveries add column record text;
create index deliveries_failed on deliveries (accepted_at, conversation, message_sequence)
  where state = 2 and kind < 2;
`,
};
