import { messageEntryText } from "@parley/core/sql-store";
import type { Session } from "../connection/session.ts";
import { columns } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { statement } from "../statements/statement.ts";
import { trigramNumbers, type Visitor } from "./index-visitors.ts";

const listed = statement(`select d.conversation, d.sequence
  from ${givenRows("one", "conversation bigint, sequence bigint, last bigint, ordinal bigint", 2)}
  cross join lateral (select d.conversation, d.sequence from deliveries d
    where d.conversation = one.conversation and d.sequence > one.sequence and d.sequence <= one.last
      and d.kind < 2 and d.message_sequence = d.sequence
    order by d.sequence limit $1) d
  order by one.ordinal, d.sequence limit $1`);
// Settling a delivery is not blocked, deleting it is. What was deleted meanwhile is not read.
const locked =
  statement(`select d.conversation, d.sequence, d.accepted_at as "acceptedAt", d.message
  from ${givenRows("one", "conversation bigint, sequence bigint")}
  join deliveries d on d.conversation = one.conversation and d.sequence = one.sequence
  order by d.conversation, d.sequence for key share of d`);
const insert =
  statement(`insert into search_messages (conversation, sequence, accepted_at, text, trigrams)
  select conversation, sequence, accepted_at, text, trigrams::integer[]
  from ${givenRows("one", "conversation bigint, sequence bigint, accepted_at bigint, text text, trigrams text")}
  on conflict do nothing`);

/** Names a message. */
export interface Place {
  readonly conversation: number;
  readonly sequence: number;
}

interface Message extends Place {
  readonly acceptedAt: number;
  readonly message: string;
}

/** At most `limit` messages of these conversations that have no entry, in their order. */
export async function listMessages(
  session: Session,
  visitors: readonly Visitor[],
  limit: number,
): Promise<readonly Place[]> {
  if (visitors.length === 0) return [];
  const ordinals = visitors.map((_, ordinal) => ordinal);
  const given = columns(visitors, "number", "sequence", "last");
  return session.rows<Place>(listed, limit, ...given, ordinals);
}

/** Locks and reads messages, and writes their entries. @returns how many. */
export async function writeMessages(session: Session, places: readonly Place[]): Promise<number> {
  if (places.length === 0) return 0;
  const given = columns(places, "conversation", "sequence");
  const messages = await session.rows<Message>(locked, ...given);
  const rows = messages
    .map((one) => ({ ...one, text: messageEntryText(one.message) }))
    .filter(({ text }) => text !== "")
    .map((one) => ({ ...one, trigrams: trigramNumbers(one.text) }));
  if (rows.length > 0)
    session.run(
      insert,
      ...columns(rows, "conversation", "sequence", "acceptedAt", "text", "trigrams"),
    );
  return rows.length;
}
