import type { Profile } from "@parley/core";
import { trigramNumber, trigramsOf, visitorEntryText } from "@parley/core/sql-store";
import type { Session } from "../connection/session.ts";
import { columns } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { statement } from "../statements/statement.ts";

// Storing a message is not blocked, erasing the conversation is.
const locked = statement(`select c.conversation as number, c.last_sequence as last, c.profile,
    c.visitor_id as "visitorId", coalesce(s.sequence, 0) as sequence, s.text,
    coalesce(d.revision, 0) as due
  from conversations c left join search_visitors s on s.conversation = c.conversation
    left join search_due d on d.conversation = c.conversation
  where c.conversation = any($1::bigint[]) order by c.conversation for key share of c`);
const save = statement(`insert into search_visitors (conversation, sequence, text, trigrams)
  select conversation, sequence, text, trigrams::integer[]
  from ${givenRows("one", "conversation bigint, sequence bigint, text text, trigrams text")}
  on conflict (conversation) do update
    set sequence = excluded.sequence, text = excluded.text, trigrams = excluded.trigrams`);
// A profile that changed since it was read has another revision.
const notDue =
  statement(`delete from search_due d using ${givenRows("one", "conversation bigint, revision bigint")}
  where d.conversation = one.conversation and d.revision = one.revision`);

/** A conversation whose visitor and messages are indexed. */
export interface Visitor {
  readonly number: number;
  /** Up to which delivery its messages are indexed. */
  readonly sequence: number;
  readonly last: number;
  readonly text: string;
  /** Revision of its profile when that was read; 0: it was not due. */
  readonly due: number;
  /** Whether its visitor's entry is new. */
  readonly isNew: boolean;
}

interface VisitorColumns {
  readonly number: number;
  readonly last: number;
  readonly sequence: number;
  readonly profile: string;
  readonly visitorId: string;
  readonly text: string | null;
  readonly due: number;
}

/** Locks and reads conversations, in the order of `numbers`. Erased ones are left out. */
export async function lockVisitors(
  session: Session,
  numbers: readonly number[],
): Promise<readonly Visitor[]> {
  if (numbers.length === 0) return [];
  const rows = await session.rows<VisitorColumns>(locked, numbers);
  const visitors = new Map(rows.map((row) => [row.number, visitorOf(row)]));
  return numbers.flatMap((number) => visitors.get(number) ?? []);
}

/** Writes the visitors' entries, and up to which delivery their messages are indexed. */
export function writeVisitors(session: Session, visitors: readonly Visitor[]): void {
  if (visitors.length === 0) return;
  const rows = visitors.map((one) => ({ ...one, trigrams: trigramNumbers(one.text) }));
  session.run(save, ...columns(rows, "number", "sequence", "text", "trigrams"));
  session.run(notDue, ...columns(visitors, "number", "due"));
}

/** Trigrams of a folded text, as the array that PostgreSQL stores. */
export function trigramNumbers(text: string): string {
  return `{${trigramsOf(text).map(trigramNumber).join(",")}}`;
}

function visitorOf({ number, last, sequence, due, profile, visitorId, ...found }: VisitorColumns) {
  const text = visitorEntryText({ profile: JSON.parse(profile) as Profile, visitorId });
  return { number, sequence, last, due, text, isNew: text !== found.text };
}
