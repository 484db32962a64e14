import { deliveryNumber, kindNumber, states } from "@parley/core/sql-store";
import { lockConversation } from "../lanes/conversation-locks.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import type { DeliveryColumns } from "../rows/delivery-rows.ts";
import { forgetKeys } from "../rows/idempotency.ts";
import { deleteOwnerChanges } from "../owners/owner-changes.ts";
import { forgetIdentities, forgetIdentitiesOf } from "../rows/identities.ts";
import {
  laneColumns,
  type LaneColumns,
  type LaneRow,
  laneOf,
  LaneRows,
} from "../lanes/lane-rows.ts";
import { noteErasure } from "./erasure-store.ts";
import { lockSlots } from "../lanes/channel-slots.ts";
import type { Session } from "../connection/session.ts";
import { closeEntries } from "../state/erased-entries.ts";
import { statement } from "../statements/statement.ts";

/** Number of deliveries erased under one lock. */
const pageSize = 1_000;

type Erased = Pick<DeliveryColumns, "sequence" | "kind" | "state">;

const oldestParked = statement(`select ${laneColumns} from lanes l
  where l.channel = $1 and l.kind = 1 and l.parked is not null order by l.parked limit 1`);
const removeDeliveries = statement(
  "delete from deliveries where conversation = $1 and sequence <= $2",
);
const removeConversation = statement("delete from conversations where conversation = $1");

// Heads of lanes go last, with their lanes: an attempt may be running. Waiting agent messages, which are few, go last
// too: a parked lane may be changed under its channel's lock alone.
const behindHeads =
  statement(`select d.sequence, d.kind, d.state from deliveries d where d.conversation = $1
  and d.sequence <> all (select l.head from lanes l where l.conversation = $1)
  and not (d.kind = ${kindNumber("outbound")} and d.state = ${states.waiting})
  order by d.sequence limit ${pageSize}`);
const removeOf = statement(
  "delete from deliveries where conversation = $1 and sequence = any($2::bigint[])",
);

/**
 * Erases a page of a conversation's deliveries, so that a long conversation is locked for a short time. Deliveries that
 * wait behind a head go too. If the erasure stops halfway, the shorter lane is still valid.
 * @returns whether the page was full.
 */
export async function erasePage(session: Session, id: string): Promise<boolean> {
  const row = await lockConversation(session, id);
  if (row === undefined) return false;
  const page = await session.rows<Erased>(behindHeads, row.number);
  if (page.length < pageSize) return false;
  await shorten(session, row, page);
  const sequences = page.map(({ sequence }) => sequence);
  forgetDeliveries(session, row, sequences);
  return true;
}

/** Deletes single deliveries of a locked conversation, with their identities. */
export function forgetDeliveries(
  session: Session,
  row: ConversationRow,
  sequences: readonly number[],
): void {
  forgetIdentitiesOf(session, row, sequences);
  session.run(removeOf, row.number, sequences);
}

async function shorten(
  session: Session,
  { number }: ConversationRow,
  page: readonly Erased[],
): Promise<void> {
  const waiting = page.filter(({ state }) => state === states.waiting);
  if (waiting.length === 0) return;
  const lanes = new LaneRows();
  await lanes.load(session, [number]);
  for (const lane of lanes.all()) {
    const ofLane = deliveryNumber(lane.kind, lane.backend);
    const gone = waiting.filter(({ kind }) => kind === ofLane).length;
    lane.waiting -= gone;
    if (gone > 0) lanes.change(lane);
  }
  session.write(lanes.writes());
}

/**
 * Erases one conversation under the locks of its lanes and of its channel's slots, writes the notice of it, and closes
 * what plugins keep about it.
 */
export async function eraseConversation(session: Session, id: string): Promise<boolean> {
  const [row] = await Promise.all([lockConversation(session, id), lockSlots(session, [id])]);
  if (row === undefined) return false;
  await eraseLanes(session, row);
  noteErasure(session, row);
  forgetIdentities(session, row, row.lastSequence);
  forgetKeys(session, row.number);
  deleteOwnerChanges(session, row.number);
  session.run(removeDeliveries, row.number, row.lastSequence);
  session.run(removeConversation, row.number);
  closeEntries(session, row.current.id);
  return true;
}

async function eraseLanes(session: Session, row: ConversationRow): Promise<void> {
  const lanes = new LaneRows();
  await lanes.load(session, [row.number]);
  const gone = lanes.all();
  for (const lane of gone) lanes.remove(lane);
  session.write(lanes.writes());
  if (!gone.some(hasFreeSlot)) return;
  const next = await oldestOf(session, row.channel);
  if (next === null) return;
  // No instant is known here, so the lane that gets the slot is due at 0: at once.
  const active = new LaneRows();
  active.change({ ...next, parked: null, due: 0 });
  session.write(active.writes());
}

function hasFreeSlot({ kind, parked }: LaneRow): boolean {
  return kind === "outbound" && parked === null;
}

async function oldestOf(session: Session, channel: number): Promise<LaneRow | null> {
  const [columns] = await session.rows<LaneColumns>(oldestParked, channel);
  return columns === undefined ? null : laneOf(columns);
}
