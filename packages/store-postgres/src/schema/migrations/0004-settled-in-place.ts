import type { Migration } from "../migration.ts";

/**
 * Settles a delivery in place. No indexed column changes on success, so the row stays on its page and no index changes.
 * For that, a delivery that waits behind another has its own column. Failures have an index over failed rows. An
 * owner's leases are read from all lanes, when a node starts or ends.
 */
export const settledInPlace: readonly Migration[] = [
  {
    version: 4,
    oldestReader: 1,
    tables: ["lanes", "deliveries"],
    // Deliveries stored by an older gateway count as waiting behind another one. That may find too many, never too few.
    sql: `
drop index lanes_by_owner;
alter table deliveries add column queued boolean not null default false;
alter table deliveries alter column queued set default true;
alter table deliveries set (fillfactor = 80);
`,
  },
  {
    version: 5,
    oldestReader: 1,
    rows: `update deliveries d set queued = true
  from (select w.conversation, w.sequence from deliveries w
    where w.state = 0 and not w.queued and not exists (select from lanes l
      where l.conversation = w.conversation and l.kind = w.kind and l.head = w.sequence) limit 2000) as missing
  where d.conversation = missing.conversation and d.sequence = missing.sequence and d.state = 0`,
  },
  {
    version: 6,
    oldestReader: 1,
    index: {
      name: "deliveries_queued",
      on: "deliveries (conversation, kind, sequence) where queued",
    },
  },
  {
    version: 7,
    oldestReader: 1,
    index: {
      name: "deliveries_by_failure",
      on: "deliveries (accepted_at, conversation, message_sequence) where failure is not null and kind < 2",
    },
  },
  {
    version: 8,
    oldestReader: 1,
    index: {
      name: "deliveries_dead_letters",
      on: "deliveries (accepted_at, conversation, message_sequence) where failure is not null and kind = 0",
    },
  },
  {
    version: 9,
    oldestReader: 1,
    tables: ["deliveries"],
    sql: "drop index deliveries_waiting; drop index deliveries_failed; drop index deliveries_dead",
  },
];
