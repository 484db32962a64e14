import type { SearchHit } from "@parley/core";
import { type MessageColumns, storedMessage } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { messageColumns, newestDelivery } from "../reads/message-pages.ts";
import { findConversation } from "../rows/conversation-rows.ts";
import type { Entry } from "./candidates.ts";

const messageAt = `select f.conversation, ${messageColumns} from deliveries f ${newestDelivery}
  where f.position = +?`;

/** What an entry stands for; `undefined` when it was erased meanwhile. */
export function readHit(connection: Connection, { kind, number }: Entry): SearchHit | undefined {
  if (kind === "visitor") return hitOf(connection, number, null);
  const columns = connection.get<MessageColumns & { readonly conversation: number }>(
    messageAt,
    number,
  );
  return columns && hitOf(connection, columns.conversation, storedMessage(columns));
}

function hitOf(
  connection: Connection,
  number: number,
  message: SearchHit["message"],
): SearchHit | undefined {
  const row = findConversation(connection, { number });
  return row && { conversation: row.current, message };
}
