import type { Migration } from "../migration.ts";

/**
 * The two indexes that are written late become tables, so that a cut adds to them without rewriting deliveries: see
 * decision 13. Both cover deliveries before the tail. `sequences` also covers those sent again. `deliveries.fresh` is
 * null from now on: dropping the column would rewrite every row.
 */
export const places: Migration = {
  version: 8,
  // An older version would use its own indexes, and find nothing.
  oldestReader: 8,
  sql: `
create table sequences (
  conversation integer not null,
  sequence integer not null,
  position integer not null,
  primary key (conversation, sequence)
) without rowid;
-- Schema 4 left fresh null in the tail where there was no identity.
insert into sequences (conversation, sequence, position)
  select conversation, sequence, position from deliveries
    where fresh is null
      and (position <= (select value from counters where name = 'written') or message_sequence <> sequence)
    order by conversation, sequence;
drop index deliveries_by_sequence;

-- name: the channel and the first six bytes of the digest of the message's id.
create table identities (
  name blob not null,
  conversation integer not null,
  position integer not null,
  primary key (name, conversation, position)
) without rowid;
insert into identities (name, conversation, position)
  select substr(identity, 1, 10), conversation, position from deliveries
    where identity is not null order by 1, 2, 3;
drop index deliveries_by_identity;

update deliveries set identity = nullif(fresh, x''), fresh = null
  where position > (select value from counters where name = 'written') and fresh is not null;

create trigger deliveries_deleted after delete on deliveries begin
  delete from sequences where conversation = old.conversation and sequence = old.sequence;
  delete from identities
    where name = substr(old.identity, 1, 10) and conversation = old.conversation and position = old.position;
end;
create trigger deliveries_untold after update of identity on deliveries when old.identity is not null begin
  delete from identities
    where name = substr(old.identity, 1, 10) and conversation = old.conversation and position = old.position;
end;
`,
};
