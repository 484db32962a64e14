import type { SearchHit } from "@parley/core";
import {
  type ConversationColumns,
  type MessageColumns,
  storedMessage,
} from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { conversationColumns, conversationOfRow } from "../rows/conversation-rows.ts";
import { messageColumns, newestDelivery } from "../reads/message-pages.ts";
import { columns } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { statement } from "../statements/statement.ts";
import type { Entry } from "./candidates.ts";

const conversationsAt = statement(
  `select ${conversationColumns} where c.conversation = any($1::bigint[])`,
);
const messagesAt = statement(`select f.conversation, ${messageColumns}
  from ${givenRows("one", "conversation bigint, sequence bigint")}
  join deliveries f on f.conversation = one.conversation and f.sequence = one.sequence
  ${newestDelivery}`);

type FoundMessage = MessageColumns & { readonly conversation: number };

/** What entries stand for. Those that were erased meanwhile are left out. */
export async function readHits(
  database: Database,
  entries: readonly Entry[],
): Promise<readonly SearchHit[]> {
  if (entries.length === 0) return [];
  const ofMessages = entries.filter(({ sequence }) => sequence > 0);
  const [conversations, messages] = await Promise.all([
    database.read<ConversationColumns>(conversationsAt, [
      ...new Set(entries.map(({ conversation }) => conversation)),
    ]),
    ofMessages.length === 0
      ? []
      : database.read<FoundMessage>(messagesAt, ...columns(ofMessages, "conversation", "sequence")),
  ]);
  const { backends } = database;
  const byNumber = await backends.knowing(
    async () =>
      new Map(conversations.map((row) => [row.number, conversationOfRow(row, backends.nameOf)])),
  );
  const byPlace = new Map(messages.map((row) => [placeOf(row), storedMessage(row)]));
  return entries.flatMap((entry) => {
    const conversation = byNumber.get(entry.conversation);
    const message = entry.sequence === 0 ? null : byPlace.get(placeOf(entry));
    return conversation === undefined || message === undefined ? [] : { conversation, message };
  });
}

function placeOf({ conversation, sequence }: { conversation: number; sequence: number }): string {
  return `${conversation}.${sequence}`;
}
