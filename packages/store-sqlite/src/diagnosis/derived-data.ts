import type { DerivedData } from "./derived.ts";
import { derivedLanes } from "./derived-lanes.ts";
import { clearSearchIndex } from "../schema/migrations/search-tables.ts";

const lastSequence =
  "(select max(d.sequence) from deliveries d where d.conversation = a.conversation)";
const newestMessage = `from deliveries d where d.conversation = a.conversation and d.kind < 2
  and d.sequence = d.message_sequence order by d.sequence desc limit 1`;
/** Whether nothing was deleted behind the newest message: no report, no notice and, by retention, no newer message. */
const isComplete = `a.last_sequence - (select d.sequence ${newestMessage}) = (select count(*) from deliveries d
  where d.conversation = a.conversation and d.sequence > (select d.sequence ${newestMessage}))`;
// When the clock was set back, retention may delete a newer message before an older one.
const wrongInstant = `a.last_message_at <> (select d.accepted_at ${newestMessage}) and ${isComplete}`;

/**
 * Left free when the last sequence of a conversation is lost. Reports and notices are deleted once they are delivered, so
 * nobody knows which sequences behind the last row were used. An id must never name two deliveries. No conversation has
 * had as many.
 */
export const sequenceGap = 1_000_000;

const sentAgain = `with again as (select conversation, message_sequence, max(sequence) as newest from deliveries
  where sequence <> message_sequence and kind < 2 group by conversation, message_sequence)`;
const wrongNewest = `from deliveries d
  left join again s on s.conversation = d.conversation and s.message_sequence = d.sequence
  where d.kind < 2 and d.sequence = d.message_sequence and d.newest is not s.newest`;
const wrongState = `from deliveries d
  left join again s on s.conversation = d.conversation and s.message_sequence = d.message_sequence
  where d.kind < 2 and d.state in (2, 3) and (d.state = 3) <> coalesce(s.newest > d.sequence, 0)`;

const claimableAt = `case when erased = 1 then null when claim_token is not null then claim_until
  when woken = 1 then 0 else due end`;
const keptBy = "from plugin_entries e where e.instance = plugin_instances.name";
const entriesKept = `(select count(*) ${keptBy})`;
const bytesKept = `(select coalesce(sum(length(cast(e.key as blob)) + length(cast(e.value as blob))), 0) ${keptBy})`;
const lastVersionKept = `(select coalesce(max(e.version), 0) ${keptBy})`;

/** What is computed of the entries that plugins keep. */
const ofPlugins: readonly DerivedData[] = [
  {
    name: "instants at which plugins' entries are due",
    wrong: `select count(*) as n from plugin_entries where claimable_at is not (${claimableAt})`,
    rebuild: [
      `update plugin_entries set claimable_at = ${claimableAt} where claimable_at is not (${claimableAt})`,
    ],
  },
  {
    name: "counts of plugins' entries",
    wrong: `select (select count(*) from plugin_instances where entries <> ${entriesKept} or bytes <> ${bytesKept}
        or last_version < ${lastVersionKept})
      + (select count(distinct instance) from plugin_entries where instance not in (select name from plugin_instances))
      as n`,
    rebuild: [
      `insert or ignore into plugin_instances (name, entries, bytes, last_version)
        select distinct instance, 0, 0, 0 from plugin_entries`,
      `update plugin_instances set entries = ${entriesKept}, bytes = ${bytesKept},
        last_version = max(last_version, ${lastVersionKept})`,
    ],
  },
];

/** In the order in which it is rebuilt. */
export const derivedData: readonly DerivedData[] = [
  // Before lanes are changed, which hold the tokens.
  {
    name: "the counter of tokens",
    wrong: `select count(*) as n from (select max(max(coalesce(fencing_token, 0)), max(coalesce(parked, 0))) as last from lanes)
      where last > coalesce((select value from counters where name = 'fencing_token'), -1)`,
    rebuild: [
      `insert into counters (name, value)
        select 'fencing_token', coalesce(max(max(coalesce(fencing_token, 0), coalesce(parked, 0))), 0) from lanes where true
        on conflict (name) do update set value = max(value, excluded.value)`,
    ],
  },
  {
    name: "activities of no conversation",
    wrong: `select count(*) as n from activities a
      where not exists (select 1 from conversations c where c.conversation = a.conversation)`,
    rebuild: [
      "delete from activities where conversation not in (select conversation from conversations)",
    ],
  },
  {
    name: "conversations without an activity",
    wrong: `select count(*) as n from conversations c
      where not exists (select 1 from activities a where a.conversation = c.conversation)`,
    rebuild: [
      `insert into activities (conversation, last_message_at, last_sequence)
        select a.conversation, coalesce((select d.accepted_at ${newestMessage}), a.created_at),
          coalesce(${lastSequence}, 0) + ${sequenceGap}
        from conversations a where a.conversation not in (select conversation from activities)`,
    ],
  },
  {
    name: "the last sequence of a conversation",
    wrong: `select count(*) as n from activities a where a.last_sequence < ${lastSequence}`,
    rebuild: [
      `update activities as a set last_sequence = ${lastSequence} + ${sequenceGap},
        last_message_at = coalesce((select d.accepted_at ${newestMessage}), a.last_message_at)
        where a.last_sequence < ${lastSequence}`,
    ],
  },
  {
    name: "the instant of a conversation's last message",
    wrong: `select count(*) as n from activities a where ${wrongInstant}`,
    rebuild: [
      `update activities as a set last_message_at = (select d.accepted_at ${newestMessage}) where ${wrongInstant}`,
    ],
  },
  ...derivedLanes,
  {
    name: "the newest delivery of a message",
    wrong: `${sentAgain} select count(*) as n ${wrongNewest}`,
    rebuild: [
      `${sentAgain} update deliveries set newest = wanted.newest
        from (select d.position, s.newest ${wrongNewest}) wanted where deliveries.position = wanted.position`,
    ],
  },
  {
    name: "which failed deliveries were sent again",
    wrong: `${sentAgain} select count(*) as n ${wrongState}`,
    rebuild: [
      `${sentAgain} update deliveries set state = 5 - state where position in (select d.position ${wrongState})`,
    ],
  },
  {
    name: "idempotency keys of no conversation",
    wrong: `select count(*) as n from idempotency_keys k
      where not exists (select 1 from conversations c where c.conversation = k.conversation)`,
    rebuild: [
      "delete from idempotency_keys where conversation not in (select conversation from conversations)",
    ],
  },
  {
    name: "changes of owner of no conversation",
    wrong: `select count(*) as n from owner_changes h
      where not exists (select 1 from conversations c where c.conversation = h.conversation)`,
    rebuild: [
      "delete from owner_changes where conversation not in (select conversation from conversations)",
    ],
  },
  {
    name: "the search index",
    wrong: `select (select count(*) from search_messages s
          where not exists (select 1 from deliveries d where d.position = s.rowid and d.kind < 2))
        + (select count(*) from search_visitors s
          where not exists (select 1 from conversations c where c.conversation = s.rowid))
        + (select count(*) from counters where name = 'search_position' and value > 0
          and not exists (select 1 from deliveries d where d.position = value and d.kind < 2)) as n`,
    rebuild: clearSearchIndex,
    isFilledLater: true,
  },
  ...ofPlugins,
];
