import { type ConversationRow, ConversationRows } from "./conversation-rows.ts";
import { forgetKeys } from "./idempotency.ts";
import { forgetIdentities } from "./identities.ts";
import { laneColumns, type LaneColumns, type LaneRow, laneOf, LaneRows } from "./lane-rows.ts";
import { lockSeats } from "./seats.ts";
import type { Session } from "./session.ts";
import { statement } from "./statement.ts";

const oldestParked = statement(`select ${laneColumns} from lanes l
  where l.channel = $1 and l.kind = 1 and l.parked is not null order by l.parked limit 1`);
const removeDeliveries = statement("delete from deliveries where conversation = $1");
const removeConversation = statement("delete from conversations where conversation = $1");

/** Forgets one conversation, under the locks of its lanes and of its channel's seats. */
export async function eraseConversation(session: Session, id: string): Promise<boolean> {
  const rows = new ConversationRows();
  await Promise.all([rows.lock(session, [id], []), lockSeats(session, [id])]);
  const row = rows.byId(id);
  if (row === undefined) return false;
  await eraseLanes(session, row);
  forgetIdentities(session, row);
  forgetKeys(session, row.number);
  session.run(removeDeliveries, row.number);
  session.run(removeConversation, row.number);
  return true;
}

async function eraseLanes(session: Session, row: ConversationRow): Promise<void> {
  const lanes = new LaneRows();
  await lanes.load(session, [row.number]);
  const gone = lanes.all();
  for (const lane of gone) lanes.remove(lane);
  lanes.save(session);
  if (!gone.some(hasSeat)) return;
  const next = await oldestOf(session, row.channel);
  if (next === null) return;
  // Without an instant to write, the lane that gets the seat is due at 0: at once.
  const seated = new LaneRows();
  seated.change({ ...next, parked: null, due: 0 });
  seated.save(session);
}

function hasSeat({ kind, parked }: LaneRow): boolean {
  return kind === "outbound" && parked === null;
}

async function oldestOf(session: Session, channel: number): Promise<LaneRow | null> {
  const [columns] = await session.rows<LaneColumns>(oldestParked, channel);
  return columns === undefined ? null : laneOf(columns);
}
