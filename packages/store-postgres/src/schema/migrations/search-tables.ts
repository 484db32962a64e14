/**
 * The search index: folded texts, and their trigrams as numbers, so that no locale and no extension takes part. The
 * foreign keys lock a row while its entry is written, and delete entries in the transaction that erases the row.
 *
 * search_visitors.sequence: up to which delivery of the conversation all messages are indexed.
 * search_due: conversations whose profile changed without a new message. Each change raises the revision.
 * search_cursor: see search-cursor.ts.
 */
export const searchTables = `
create table search_messages (
  conversation bigint not null,
  sequence bigint not null,
  accepted_at bigint not null,
  text text not null,
  trigrams integer[] not null,
  primary key (conversation, sequence),
  foreign key (conversation, sequence) references deliveries on delete cascade
);
create index search_messages_by_instant on search_messages (accepted_at, conversation, sequence);
create index search_messages_by_trigram on search_messages using gin (trigrams) with (fastupdate = off);

create table search_visitors (
  conversation bigint primary key references conversations on delete cascade,
  sequence bigint not null,
  text text not null,
  trigrams integer[] not null
);
create index search_visitors_by_trigram on search_visitors using gin (trigrams) with (fastupdate = off);

create table search_due (
  conversation bigint primary key references conversations on delete cascade,
  revision bigint not null default 1
);

create table search_cursor (
  active_from bigint not null,
  marked_at bigint not null,
  marked_xid bigint not null,
  walked_to bigint,
  walked_at bigint not null
);
insert into search_cursor (active_from, marked_at, marked_xid, walked_to, walked_at) values (0, 0, 0, null, 0);
`;
