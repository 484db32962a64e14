import type { IndexStep } from "@parley/core";
import { messageEntryText } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { indexVisitor } from "./index-visitors.ts";

interface NewMessage {
  readonly position: number;
  readonly conversation: number;
  readonly isFirst: number;
  readonly message: string;
}

const readCursor = "select value from counters where name = 'search_position'";
const writeCursor = "update counters set value = ? where name = 'search_position'";
const newMessages = `select position, conversation, sequence = message_sequence as isFirst, message
  from deliveries where position > +? and kind < 2 order by position limit +?`;
const insert = "insert into search_messages (rowid, text) values (?, ?)";
const dueOnes = "select conversation from search_due limit +?";
const notDue = "delete from search_due where conversation = ?";

/** Whether a step would write something. */
export function hasNewMessages(connection: Connection): boolean {
  const [due] = connection.all(dueOnes, 1);
  return due !== undefined || messagesAfter(connection, cursorOf(connection), 1).length > 0;
}

/** Indexes the next messages, and the visitors who wrote them or whose profile has changed. */
export function indexStep(connection: Connection, limit: number): IndexStep {
  const messages = messagesAfter(connection, cursorOf(connection), limit);
  const due = connection.all<{ conversation: number }>(dueOnes, limit);
  let entries = 0;
  for (const { conversation } of due) connection.run(notDue, conversation);
  const conversations = new Set([...messages, ...due].map(({ conversation }) => conversation));
  for (const conversation of conversations)
    if (indexVisitor(connection, conversation)) entries += 1;
  for (const message of messages) if (indexMessage(connection, message)) entries += 1;
  const last = messages.at(-1);
  if (last !== undefined) connection.run(writeCursor, last.position);
  return { entries, isCaughtUp: messages.length < limit && due.length < limit };
}

function cursorOf(connection: Connection): number {
  return connection.get<{ value: number }>(readCursor)?.value ?? 0;
}

function messagesAfter(
  connection: Connection,
  position: number,
  limit: number,
): readonly NewMessage[] {
  return connection.all<NewMessage>(newMessages, position, limit);
}

/** A message that is sent again has its entry already. */
function indexMessage(connection: Connection, { position, isFirst, message }: NewMessage): boolean {
  const text = isFirst === 1 ? messageEntryText(message) : "";
  if (text === "") return false;
  connection.run(insert, position, text);
  return true;
}
