import type Database from "better-sqlite3";

/** Of each table by which deliveries are found, what `integrity_check` does not know: who lacks an entry, or has a wrong one. */
const misplaced = `with written as (select value from counters where name = 'written')
  select (select count(*) from deliveries d where (position <= (select value from written) or sequence <> message_sequence)
      and not exists (select 1 from sequences s
        where s.conversation = d.conversation and s.sequence = d.sequence and s.position = d.position))
    + (select count(*) from deliveries d where position <= (select value from written) and identity is not null
      and not exists (select 1 from identities i
        where i.name = substr(d.identity, 1, 10) and i.conversation = d.conversation and i.position = d.position))
    + (select count(*) from sequences s left join deliveries d on d.position = s.position
      where d.conversation is not s.conversation or d.sequence is not s.sequence)
    + (select count(*) from identities i left join deliveries d on d.position = i.position
      where d.conversation is not i.conversation or substr(d.identity, 1, 10) is not i.name)
    + (select count(*) from recent_keys k left join deliveries d on d.position = k.position
      where k.position <= (select value from written) or d.conversation is not k.conversation)`;

/** `ok`, or what is wrong with the file of an SQLite store. */
export function integrityOf(database: Database.Database): string {
  const told = String(database.pragma("integrity_check", { simple: true }));
  const wrong = Number(database.prepare(misplaced).pluck().get());
  return told === "ok" && wrong > 0
    ? `${wrong} deliveries are not where they are looked for`
    : told;
}
