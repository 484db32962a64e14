import {
  type Candidate,
  type CandidateList,
  messagesSearched,
  trigramNumber,
  visitorsSearched,
} from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { type Statement, statement } from "../statements/statement.ts";

/** An entry of one of the two lists. `sequence` is 0 for a visitor. */
export interface Entry extends Candidate {
  readonly conversation: number;
  readonly sequence: number;
}

interface EntryColumns {
  readonly conversation: number;
  readonly sequence: number;
  readonly acceptedAt: number;
  readonly text: string;
}

/** Common words are found among so many of the newest messages, without reading all that have them. */
const newestRead = 2_000;

const visitorOrder = "order by conversation desc";
const visitorColumns = `conversation, 0 as sequence, 0 as "acceptedAt", text`;
const messageOrder = "order by accepted_at desc, conversation desc, sequence desc";
const messageColumns = `conversation, sequence, accepted_at as "acceptedAt", text`;
const olderMessages = "(accepted_at, conversation, sequence) < ($2, $3, $4)";

// Materialized: the index finds what has the trigrams. The planner could walk all messages by their instants instead.
const visitorsByTrigrams = statement(`with found as materialized
    (select * from search_visitors where trigrams @> $1::integer[])
  select ${visitorColumns} from found where conversation < $2 ${visitorOrder} limit $3`);
const messagesByTrigrams = statement(`with found as materialized
    (select * from search_messages where trigrams @> $1::integer[])
  select ${messageColumns} from found where ${olderMessages} ${messageOrder} limit $5`);
const commonMessages = statement(`with newest as materialized
    (select * from search_messages where ${olderMessages} ${messageOrder} limit ${newestRead})
  select ${messageColumns} from newest where trigrams @> $1::integer[] ${messageOrder} limit $5`);
const newestVisitors = statement(`with newest as materialized
    (select * from search_visitors ${visitorOrder} limit ${visitorsSearched})
  select ${visitorColumns} from newest where conversation < $1 ${visitorOrder} limit $2`);
const newestMessages = statement(`with newest as materialized
    (select * from search_messages ${messageOrder} limit ${messagesSearched})
  select ${messageColumns} from newest
    where (accepted_at, conversation, sequence) < ($1, $2, $3) ${messageOrder} limit $4`);

/** Visitors, then messages. Without trigrams only the newest ones. */
export function candidateLists(
  database: Database,
  trigrams: readonly string[],
): readonly CandidateList<Entry>[] {
  const numbers = trigrams.map(trigramNumber);
  const wanted = numbers.length === 0 ? [] : [numbers];
  const read = (sql: Statement, ...values: (number | readonly number[])[]) =>
    database.read<EntryColumns>(sql, ...values);
  const byTrigrams = numbers.length > 0;
  return [
    {
      read: async (before, count) => {
        const sql = byTrigrams ? visitorsByTrigrams : newestVisitors;
        return (await read(sql, ...wanted, ...from(before, 1), count)).map(visitorEntry);
      },
    },
    {
      read: async (before, count) => {
        const values = [...wanted, ...from(before, 3), count];
        const common = byTrigrams ? await read(commonMessages, ...values) : [];
        if (common.length === count) return common.map(messageEntry);
        const sql = byTrigrams ? messagesByTrigrams : newestMessages;
        return (await read(sql, ...values)).map(messageEntry);
      },
    },
  ];
}

function from(before: readonly number[] | null, size: number): readonly number[] {
  return before ?? Array.from({ length: size }, () => Number.MAX_SAFE_INTEGER);
}

function visitorEntry({ conversation, text }: EntryColumns): Entry {
  return { conversation, sequence: 0, text, position: [conversation] };
}

function messageEntry({ conversation, sequence, acceptedAt, text }: EntryColumns): Entry {
  return { conversation, sequence, text, position: [acceptedAt, conversation, sequence] };
}
