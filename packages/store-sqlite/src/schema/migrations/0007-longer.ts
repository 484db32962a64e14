import type { Migration } from "../migration.ts";

/**
 * A lane's row may count fewer deliveries than wait, if the others are in the tail: see decision 13.
 *
 * lanes.last: the newest sequence that `waiting` counts. Until now it counted all.
 */
export const longer: Migration = {
  version: 7,
  // An older version would trust the row, and never deliver the newest messages.
  oldestReader: 7,
  sql: `
alter table lanes add column last integer not null default 0;
update lanes set last = c.last_sequence from conversations c where c.conversation = lanes.conversation;
update lanes set last = max(lanes.last, t.last)
  from (select conversation, max(sequence) as last from deliveries
    where position > (select value from counters where name = 'written') group by conversation) t
  where t.conversation = lanes.conversation;
`,
};
