import type { LeaseBudget } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import type { Memory } from "../connection/memory.ts";
import { ConversationRows } from "../rows/conversation-rows.ts";
import { Grants } from "./grants.ts";

/** What one call of the message store works with. It ends with its transaction. */
export interface Work {
  readonly connection: Connection;
  readonly conversations: ConversationRows;
  readonly grants: Grants;
}

export function beginWork(
  connection: Connection,
  memory: Memory,
  now: number,
  budget: LeaseBudget,
): Work {
  const conversations = new ConversationRows(connection, memory);
  return { connection, conversations, grants: new Grants(connection, now, budget) };
}
