/**
 * The search index: folded texts, by trigrams. A row of `search_messages` has the position of its message in
 * `deliveries`, a row of `search_visitors` the number of its conversation. `secure-delete` removes what is erased from
 * the index at once.
 */
const searchIndex: readonly string[] = ["search_messages", "search_visitors"].flatMap((name) => [
  `create virtual table ${name}
  using fts5(text, tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`,
  `insert into ${name} (${name}, rank) values ('secure-delete', 1)`,
]);

/** Whether a table belongs to the index: FTS5 keeps each of its tables in several. */
export function isOfSearchIndex(name: string): boolean {
  return /^search_(?:messages|visitors)(?:_|$)/.test(name);
}

/** Makes an empty index, which the indexer fills, in a database that has none. */
export const emptySearchIndex: readonly string[] = [
  ...searchIndex,
  "update counters set value = 0 where name = 'search_position'",
];

/** Empties the index. */
export const clearSearchIndex: readonly string[] = [
  "drop table search_messages",
  "drop table search_visitors",
  ...emptySearchIndex,
];

/**
 * The index and what belongs to it. The counter `search_position` is the position of the last message that was indexed.
 * search_due: conversations whose profile changed without a new message.
 *
 * The triggers run in every transaction that erases. SQLite may give the position of the newest delivery again once it
 * is gone, so the counter then returns to the message before it. Reports are never indexed.
 */
export const searchTables = `
${searchIndex.join(";\n")};
create table search_due (
  conversation integer primary key
);
insert into counters (name, value) values ('search_position', 0);

create trigger search_message_erased after delete on deliveries when old.kind < 2 begin
  delete from search_messages where rowid = old.position;
  update counters set value = coalesce(
      (select max(position) from deliveries where position < old.position and kind < 2), 0)
    where name = 'search_position' and value = old.position;
end;
create trigger search_visitor_erased after delete on conversations begin
  delete from search_visitors where rowid = old.conversation;
  delete from search_due where conversation = old.conversation;
end;
`;
