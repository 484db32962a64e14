import type { Migration } from "../migration.ts";

/**
 * A row of a lane need not count what came to it since it was written, as long as that lies in the tail: see decision 13.
 *
 * lanes.last: the newest sequence that `waiting` counts. Until now it counted all of a conversation's.
 */
export const longer: Migration = {
  version: 7,
  // An older version would believe the row, and leave what came last on the lane for ever.
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
