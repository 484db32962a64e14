/** What each query finds is an error: the tables must agree with the deliveries, except those of the tail. */
const faults = {
  "a delivery without its place": `select count(*) as n from deliveries d
    left join sequences s on s.conversation = d.conversation and s.sequence = d.sequence
    where (d.position <= (select value from counters where name = 'written') or d.sequence <> d.message_sequence)
      and s.position is not d.position`,
  "a place of another delivery, or of none": `select count(*) as n from sequences s left join deliveries d on d.position = s.position
    where d.conversation is not s.conversation or d.sequence is not s.sequence`,
  "an identity that nobody finds": `select count(*) as n from deliveries d
    left join identities i on i.name = substr(d.identity, 1, 10) and i.conversation = d.conversation and i.position = d.position
    where d.position <= (select value from counters where name = 'written') and d.identity is not null and i.name is null`,
  "an identity of another delivery, or of none": `select count(*) as n from identities i left join deliveries d on d.position = i.position
    where d.conversation is not i.conversation or substr(d.identity, 1, 10) is not i.name`,
  "a key that is not of the tail, or of no delivery": `select count(*) as n
    from recent_keys k left join deliveries d on d.position = k.position
    where k.position <= (select value from counters where name = 'written') or d.conversation is not k.conversation`,
} as const;

/** Names of the errors found by the queries that `count` runs. */
export function faultsOf(count: (sql: string) => number): readonly string[] {
  return Object.entries(faults).flatMap(([name, sql]) => (count(sql) === 0 ? [] : [name]));
}
