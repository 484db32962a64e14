import type { LeaseBudget } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import { ConversationRows } from "../rows/conversation-rows.ts";
import { DeliveryRows } from "../rows/delivery-rows.ts";
import type { Deferred } from "../write-behind/deferred.ts";
import { Grants } from "./grants.ts";
import { WorkLanes } from "./work-lanes.ts";

/** What one call of the message store works with; it ends with its transaction. */
export interface Work {
  readonly connection: Connection;
  readonly deferred: Deferred;
  readonly conversations: ConversationRows;
  readonly deliveries: DeliveryRows;
  readonly lanes: WorkLanes;
  readonly grants: Grants;
}

export function beginWork(
  connection: Connection,
  deferred: Deferred,
  now: number,
  budget: LeaseBudget,
): Work {
  const conversations = new ConversationRows(connection, deferred);
  const deliveries = new DeliveryRows(connection, deferred.deliveries);
  const lanes = new WorkLanes(connection, deferred);
  const grants = new Grants(connection, now, budget);
  return { connection, deferred, conversations, deliveries, lanes, grants };
}

/** Writes what the call has changed, or leaves it to the tail: see `Deferred`. */
export function endWork({ conversations, lanes }: Work, deferred: Deferred): void {
  conversations.save();
  deferred.afterCommit(() => {
    conversations.keep();
    lanes.keep();
  });
}
