import type { Migration } from "../migration.ts";

/**
 * Stores deliveries in order of arrival, so that messages of one commit share pages. Each carries its identity. For
 * deliveries up to the position `written`, the rows of conversations, lanes and identities are complete; see
 * `WriteBehind`. Newer identities are in `fresh`.
 */
export const positions: Migration = {
  version: 4,
  oldestReader: 4,
  sql: `
create table placed (
  position integer primary key,
  conversation integer not null,
  sequence integer not null,
  kind integer not null,
  state integer not null,
  message_sequence integer not null,
  newest integer,
  accepted_at integer not null,
  identity blob,
  failure text,
  recipient_id text,
  sender text,
  message text not null,
  record text,
  fresh blob
);
insert into placed (conversation, sequence, kind, state, message_sequence, newest, accepted_at, identity, failure,
    recipient_id, sender, message, record)
  select d.conversation, d.sequence, d.kind, d.state, d.message_sequence, d.newest, d.accepted_at,
    (select cast(unhex(printf('%08x', i.channel)) || i.message_id || substr(i.content, 1, 12)
        || unhex(iif(i.count > 1, printf('%08x', i.count), '')) as blob)
      from conversations c join identities i on i.channel = c.channel and i.message_id = d.identity
        and i.conversation = d.conversation and i.first = d.sequence
      where c.conversation = d.conversation),
    d.failure, d.recipient_id, d.sender, d.message, d.record
  from deliveries d order by d.conversation, d.sequence;
drop table deliveries;
alter table placed rename to deliveries;
create unique index deliveries_by_sequence on deliveries (conversation, sequence);
create index deliveries_by_identity on deliveries (substr(identity, 1, 10), conversation) where identity is not null;
create index deliveries_dead on deliveries (accepted_at, conversation, message_sequence)
  where kind = 0 and state = 2;
create index deliveries_failed on deliveries (accepted_at, conversation, message_sequence)
  where state = 2 and kind < 2;

-- A message id that has carried two contents on its channel identifies nothing any more.
create table tainted (
  identity blob primary key
) without rowid;
insert into tainted (identity)
  select cast(unhex(printf('%08x', channel)) || message_id as blob) from identities where conversation = 0;
drop table identities;

insert into counters (name, value) select 'written', coalesce(max(position), 0) from deliveries;
`,
};
