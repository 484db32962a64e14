import { lockConversation } from "./conversation-locks.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { forgetKeys } from "./idempotency.ts";
import { forgetIdentities } from "./identities.ts";
import { laneColumns, type LaneColumns, type LaneRow, laneOf, LaneRows } from "./lane-rows.ts";
import { lockSeats } from "./seats.ts";
import type { Session } from "./session.ts";
import { statement } from "./statement.ts";

/** How many deliveries are erased under one lock. */
const pageSize = 1_000;

const oldestParked = statement(`select ${laneColumns} from lanes l
  where l.channel = $1 and l.kind = 1 and l.parked is not null order by l.parked limit 1`);
const removeDeliveries = statement(
  "delete from deliveries where conversation = $1 and sequence <= $2",
);
const removeConversation = statement("delete from conversations where conversation = $1");

// What waits belongs to lanes, and goes with them.
const endOfPage = statement(`select d.sequence from deliveries d where d.conversation = $1
  and d.sequence < coalesce((select min(head) from lanes l where l.conversation = $1), ${Number.MAX_SAFE_INTEGER})
  order by d.sequence limit 1 offset ${pageSize - 1}`);

/**
 * Forgets a page of what one conversation has sent and settled, so that a long one is locked for a short time only.
 * @returns whether there was a whole page.
 */
export async function erasePage(session: Session, id: string): Promise<boolean> {
  const row = await lockConversation(session, id);
  if (row === undefined) return false;
  const [last] = await session.rows<{ sequence: number }>(endOfPage, row.number);
  if (last === undefined) return false;
  forgetIdentities(session, row, last.sequence);
  session.run(removeDeliveries, row.number, last.sequence);
  return true;
}

/** Forgets one conversation, under the locks of its lanes and of its channel's seats. */
export async function eraseConversation(session: Session, id: string): Promise<boolean> {
  const [row] = await Promise.all([lockConversation(session, id), lockSeats(session, [id])]);
  if (row === undefined) return false;
  await eraseLanes(session, row);
  forgetIdentities(session, row, row.lastSequence);
  forgetKeys(session, row.number);
  session.run(removeDeliveries, row.number, row.lastSequence);
  session.run(removeConversation, row.number);
  return true;
}

async function eraseLanes(session: Session, row: ConversationRow): Promise<void> {
  const lanes = new LaneRows();
  await lanes.load(session, [row.number]);
  const gone = lanes.all();
  for (const lane of gone) lanes.remove(lane);
  session.write(lanes.writes());
  if (!gone.some(hasSeat)) return;
  const next = await oldestOf(session, row.channel);
  if (next === null) return;
  // Without an instant to write, the lane that gets the seat is due at 0: at once.
  const seated = new LaneRows();
  seated.change({ ...next, parked: null, due: 0 });
  session.write(seated.writes());
}

function hasSeat({ kind, parked }: LaneRow): boolean {
  return kind === "outbound" && parked === null;
}

async function oldestOf(session: Session, channel: number): Promise<LaneRow | null> {
  const [columns] = await session.rows<LaneColumns>(oldestParked, channel);
  return columns === undefined ? null : laneOf(columns);
}
