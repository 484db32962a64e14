import type { StateBatch, Turn, WriteAnswer } from "@parley/core";
import { applyBatch, kindNumber } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { findEntry, saveEntry } from "./entry-rows.ts";
import { findUsage, saveUsage } from "./instance-rows.ts";

const conversation = "select 1 from conversations where id = ?";
const lane = `select 1 from conversations c join lanes l on l.conversation = c.conversation
  where c.id = +? and l.kind % 4 = +? and l.fencing_token = +?`;

/** Writes one batch of an instance, in the transaction that commits messages. */
export function writeBatch(connection: Connection, batch: StateBatch, now: number): WriteAnswer {
  const { instance } = batch;
  const { answer, changed, usage } = applyBatch(
    batch,
    {
      entry: (key) => findEntry(connection, instance, key),
      usage: findUsage(connection, instance),
      hasConversation: (id) => connection.get(conversation, id) !== undefined,
      isCurrent: (turn) => isCurrent(connection, turn),
    },
    now,
  );
  for (const [key, entry] of changed) saveEntry(connection, instance, key, entry);
  if (changed.size > 0) saveUsage(connection, instance, usage);
  return answer;
}

function isCurrent(connection: Connection, { conversationId, kind, token }: Turn): boolean {
  return connection.get(lane, conversationId, kindNumber(kind), token) !== undefined;
}
