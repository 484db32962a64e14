import type { ConversationColumns } from "@parley/core/sql-store";
import { conversationColumns, type ConversationRow, rowOf } from "../rows/conversation-rows.ts";
import { givenRows } from "../statements/given-rows.ts";
import type { KnownConversation, Wanted } from "../rows/known-conversations.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";

/** All nodes lock in the order of numbers, so that they cannot deadlock. */
const locked = "order by c.conversation for no key update of c";

const wantedOnes = statement(`with wanted as materialized (
    select conversation from conversations where id = any($1::text[])
    union
    select v.conversation from ${givenRows("visitor", "channel bigint, visitor_key text", 2)}
      join conversations v on v.channel = visitor.channel and v.visitor_key = visitor.visitor_key
    union
    select conversation from conversations where conversation = any($4::bigint[])
  )
  select ${conversationColumns} where c.conversation in (select conversation from wanted) ${locked}`);
const knownOnes =
  statement(`select c.conversation as number, c.id, c.last_sequence as "lastSequence",
    c.visitor_id as "visitorId", c.profile, c.last_message_at as "lastMessageAt",
    c.backend, c.assignee, c.fence
  from conversations c where c.conversation = any($1::bigint[]) ${locked}`);

type Changing = Pick<
  ConversationColumns,
  | "number"
  | "id"
  | "lastSequence"
  | "visitorId"
  | "profile"
  | "lastMessageAt"
  | "backend"
  | "assignee"
  | "fence"
>;

/** Locks one conversation. */
export async function lockConversation(
  session: Session,
  id: string,
): Promise<ConversationRow | undefined> {
  const [row] = await lockConversations(session, { ids: [id], visitors: [] }, []);
  return row;
}

/** Locks existing conversations by id, by visitor and by number. */
export async function lockConversations(
  session: Session,
  { ids, visitors }: Wanted,
  numbers: readonly number[],
): Promise<readonly ConversationRow[]> {
  const rows = await session.rows<ConversationColumns>(
    wantedOnes,
    ids,
    visitors.map(({ channel }) => channel),
    visitors.map(({ visitorKey }) => visitorKey),
    numbers,
  );
  return rows.map((row) => rowOf(row, session.backends.nameOf));
}

/**
 * The same for cached conversations: reads only the columns that can change. A number may now belong to another
 * conversation, as after a failover that lost the latest commits. Such a row is not returned.
 */
export async function lockKnown(
  session: Session,
  known: ReadonlyMap<number, KnownConversation>,
): Promise<readonly ConversationRow[]> {
  if (known.size === 0) return [];
  const rows = await session.rows<Changing>(knownOnes, [...known.keys()]);
  return rows.flatMap((row) => {
    const same = known.get(row.number);
    return same?.id === row.id
      ? [rowOf({ ...same, ...row, id: same.id }, session.backends.nameOf)]
      : [];
  });
}
