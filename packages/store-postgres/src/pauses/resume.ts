import { laneNumber, resumedLane } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import type { Session } from "../connection/session.ts";
import { lockConversation } from "../lanes/conversation-locks.ts";
import { lockAll, lockFree, pageSize } from "../lanes/lane-pages.ts";
import { type LaneRow, LaneRows } from "../lanes/lane-rows.ts";
import { type Statement, statement } from "../statements/statement.ts";

// `kind + 0`: with the plain column, the server might use another index than that of pauses, and sort all lanes.
const longestPaused =
  statement(`select conversation from lanes where paused_since is not null and owner is null and due > $1
    and kind + 0 = any($3::integer[])
  order by paused_since, conversation, kind limit $2`);

const pausable = ["inbound", "reports", "notices"] as const;

/**
 * Makes the lanes of a conversation come first. Waits for its lock. `backends`: numbers of the backend.
 * @returns how many lanes were changed.
 */
export function resumeConversation(
  database: Database,
  backends: readonly number[],
  id: string,
  now: number,
): Promise<number> {
  return database.write(async (session) => {
    const row = await lockConversation(session, id);
    if (row === undefined) return 0;
    const resumeLanes = (lanes: readonly LaneRow[]): readonly LaneRow[] =>
      lanes
        .filter((lane) => isOf(lane, backends) && lane.owner === null)
        .map((lane) => ({ ...lane, ...resumedLane(lane, now), due: 0 }));
    return change(session, [row.number], resumeLanes);
  });
}

/**
 * Ends the pauses of a backend's lanes that are due after `now`, the longest paused first. Works page by page.
 * @returns how many lanes were changed.
 * @throws the store's error when a lane stays locked by another call; the pages before are changed
 */
export async function resumeLongest(
  database: Database,
  backends: readonly number[],
  limit: number,
  now: number,
): Promise<number> {
  let total = 0;
  for (let left = limit; left > 0;) {
    const found = await database.read<{ conversation: number }>(
      longestPaused,
      now,
      Math.min(left, pageSize),
      backends.flatMap((backend) => pausable.map((kind) => laneNumber(kind, backend))),
    );
    const count = await resumePage(
      database,
      { backends, now },
      found.map(({ conversation }) => conversation),
    );
    total += count;
    left = count === 0 ? 0 : left - found.length;
  }
  return total;
}

/** `conversations`: one number for each lane. */
async function resumePage(
  database: Database,
  which: Resumable,
  conversations: readonly number[],
): Promise<number> {
  const wanted = [...new Set(conversations)];
  const { length } = conversations;
  const free = await resumeLocked(database, lockFree, wanted, { ...which, length });
  const others = wanted.filter((one) => !free.locked.has(one));
  if (others.length === 0) return free.count;
  // Waits for them, as long as for any lock.
  const left = { ...which, length: length - free.count };
  const { count } = await resumeLocked(database, lockAll, others, left);
  return free.count + count;
}

interface Resumable {
  /** Numbers of the backend. */
  readonly backends: readonly number[];
  readonly now: number;
}

interface Resumed {
  readonly locked: ReadonlySet<number>;
  readonly count: number;
}

function resumeLocked(
  database: Database,
  lock: Statement,
  conversations: readonly number[],
  { backends, length, now }: Resumable & { readonly length: number },
): Promise<Resumed> {
  return database.write(async (session) => {
    const rows = await session.rows<{ conversation: number }>(lock, conversations);
    const locked = new Set(rows.map(({ conversation }) => conversation));
    const resumeLanes = (lanes: readonly LaneRow[]): readonly LaneRow[] =>
      lanes
        .filter(
          (lane) =>
            isOf(lane, backends) &&
            lane.pausedSince !== null &&
            lane.owner === null &&
            (lane.due ?? 0) > now,
        )
        .toSorted(longestFirst)
        .slice(0, length)
        .map((lane) => ({ ...lane, ...resumedLane(lane, now) }));
    return { locked, count: await change(session, [...locked], resumeLanes) };
  });
}

function isOf({ kind, backend }: LaneRow, backends: readonly number[]): boolean {
  return kind !== "outbound" && backends.includes(backend);
}

/** Changes lanes of locked conversations. */
async function change(
  session: Session,
  conversations: readonly number[],
  resumeLanes: (lanes: readonly LaneRow[]) => readonly LaneRow[],
): Promise<number> {
  const lanes = new LaneRows();
  await lanes.load(session, conversations);
  const changed = resumeLanes(lanes.all());
  for (const lane of changed) lanes.change(lane);
  session.write(lanes.writes());
  return changed.length;
}

function longestFirst(a: LaneRow, b: LaneRow): number {
  return (
    (a.pausedSince ?? 0) - (b.pausedSince ?? 0) ||
    a.conversation - b.conversation ||
    laneNumber(a.kind, a.backend) - laneNumber(b.kind, b.backend)
  );
}
