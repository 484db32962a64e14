import type { LeaseBudget } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import { ConversationRows } from "../rows/conversation-rows.ts";
import { DeliveryRows } from "../rows/delivery-rows.ts";
import type { WriteBehind } from "../write-behind/write-behind.ts";
import { Grants } from "./grants.ts";
import { WorkLanes } from "./work-lanes.ts";

/** What one call of the message store works with. It ends with its transaction. */
export interface Work {
  readonly connection: Connection;
  readonly writeBehind: WriteBehind;
  readonly conversations: ConversationRows;
  readonly deliveries: DeliveryRows;
  readonly lanes: WorkLanes;
  readonly grants: Grants;
}

export function beginWork(
  connection: Connection,
  writeBehind: WriteBehind,
  now: number,
  budget: LeaseBudget,
): Work {
  const conversations = new ConversationRows(connection, writeBehind);
  const deliveries = new DeliveryRows(connection, writeBehind.deliveries);
  const lanes = new WorkLanes(connection, writeBehind);
  const grants = new Grants(connection, now, budget);
  return { connection, writeBehind, conversations, deliveries, lanes, grants };
}

/** Writes the call's changes, or leaves them to the tail: see `WriteBehind`. */
export function endWork({ conversations, lanes }: Work, writeBehind: WriteBehind): void {
  conversations.save();
  writeBehind.afterCommit(() => {
    conversations.keep();
    lanes.keep();
  });
}
