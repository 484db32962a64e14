import { firstBackend, kindNumber, laneNumber, states } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { deleteDelivery } from "../rows/delivery-rows.ts";
import { forgetKeys } from "../rows/idempotency.ts";
import { findLanes } from "../lanes/lane-rows.ts";
import { noteErasure } from "./erasure-store.ts";
import { dropLane } from "../lanes/lanes.ts";
import { deleteOwnerChanges } from "../owners/owner-changes.ts";
import { closeEntries } from "../state/erased-entries.ts";

/** Number of deliveries erased in one step. */
const pageSize = 500;

// Heads of lanes go last, with their lanes: an attempt may be running. Waiting agent messages go last too. They are
// few, and their idempotency keys are valid as long as the conversation exists.
const behindHeads = `select sequence, kind, state from deliveries
  where conversation = +? and sequence not in (select head from lanes where conversation = +?)
    and not (kind = ${kindNumber("outbound")} and state = ${states.waiting})
  order by sequence limit ${pageSize}`;
const removeAll = "delete from deliveries where conversation = ?";
const shorten = "update lanes set waiting = waiting - ? where conversation = ? and kind = ?";

interface Erased {
  readonly sequence: number;
  readonly kind: number;
  readonly state: number;
}

/**
 * Erases a page of a conversation's deliveries, so that a long conversation is erased in short steps. Deliveries that
 * wait behind a head go too. If the erasure stops halfway, the shorter lane is still valid.
 * @returns whether the page was full. The caller must request a compaction.
 */
export function erasePage(connection: Connection, { number, current }: ConversationRow): boolean {
  const page = connection.all<Erased>(behindHeads, number, number);
  if (page.length < pageSize) return false;
  const waiting = page.filter(({ state }) => state === states.waiting);
  const owner = connection.backends.numberOfOwner(current.owner) ?? firstBackend;
  for (const [kind, gone] of Map.groupBy(waiting, (one) => one.kind)) {
    // Visitors' messages have the same kind whatever the backend: see `deliveryNumber`.
    const lane = kind === kindNumber("inbound") ? laneNumber("inbound", owner) : kind;
    connection.run(shorten, gone.length, number, lane);
  }
  for (const { sequence } of page) deleteDelivery(connection, number, sequence);
  return true;
}

/** Erases one conversation with everything that belongs to it, and writes the notice of it. The caller must request a compaction. */
export function eraseConversation(connection: Connection, row: ConversationRow): void {
  for (const lane of findLanes(connection, "conversation = ?", row.number))
    dropLane(connection, lane);
  noteErasure(connection, row);
  closeEntries(connection, row.current.id);
  forgetKeys(connection, row.number);
  deleteOwnerChanges(connection, row.number);
  connection.run(removeAll, row.number);
  connection.run("delete from activities where conversation = ?", row.number);
  connection.run("delete from conversations where conversation = ?", row.number);
}
