import {
  type LaneKind,
  laneKinds,
  longestPauseMs,
  releaseLease,
  type ReleaseScope,
  repairAfterRestart,
} from "@parley/core";
import type { Database } from "./database.ts";
import { kindNumber, type LaneRow, LaneRows } from "./lane-rows.ts";
import { ownerKey } from "./owner.ts";
import type { Session } from "./session.ts";
import { isOfRows } from "./store-error.ts";
import { type Statement, statement, type Value } from "./statement.ts";

/** How many lanes are locked at once, so that none is locked for long. */
const pageSize = 500;

const lock = (condition: string, waiting: "skip locked" | ""): Statement =>
  statement(`select conversation from conversations where conversation in
    (select conversation from lanes where ${condition} limit ${pageSize})
    order by conversation for no key update ${waiting}`);
const lockFreeOf = lock("owner = $1", "skip locked");
const lockOf = lock("owner = $1", "");
const lockUnrepaired = lock("kind = $1 and due > $2 and owner is null", "skip locked");
// Those furthest ahead come first: a page without one to mend is the last.
const lockFuture = lock(
  "kind = $1 and due is not null and owner is null and started_at > $2 order by started_at desc",
  "skip locked",
);
// One step of the index per owner, however many lanes each holds.
const otherOwners = statement(`with recursive owners (owner) as (
    (select min(owner) from lanes where owner is not null)
    union all
    select (select min(owner) from lanes where owner is not null and owner > owners.owner) from owners
      where owners.owner is not null)
  select owner from owners where owner is not null and owner <> $1`);
// The lock of a living owner is held by its session; whoever gets it has found a dead one.
const tryLock = statement("select pg_try_advisory_xact_lock_shared($1::bigint) as dead");

type Change = (lane: LaneRow) => Partial<LaneRow> | null;

/**
 * Gives leases back, page by page: the caller's own, or those of every owner whose lock nobody holds.
 * @returns whether there were any.
 */
export async function release(
  database: Database,
  { owner, scope }: ReleaseScope,
  now: number,
): Promise<boolean> {
  if (scope === "own") return releaseOf(database, owner, now);
  const calledAt = performance.now();
  const lateMs = () => Math.ceil(performance.now() - calledAt);
  for (const kind of laneKinds) await repair(database, kind, now, lateMs);
  let isSome = false;
  for (const dead of await deadOwners(database, owner))
    isSome = (await releaseOf(database, dead, now).catch(leftToTakeover)) || isSome;
  return isSome;
}

/** A lane of the dead that somebody holds locked keeps no node from starting: its lease ends by itself. */
function leftToTakeover(error: unknown): boolean {
  if (error instanceof Error && isOfRows(error.cause)) return true;
  throw error;
}

async function deadOwners(database: Database, owner: string): Promise<readonly string[]> {
  return database.write(async (session) => {
    const others = await session.rows<{ owner: string }>(otherOwners, owner);
    const isDead = await Promise.all(
      others.map(async (other) => {
        const [answer] = await session.rows<{ dead: boolean }>(
          tryLock,
          ownerKey(database.schema, other.owner),
        );
        return answer?.dead === true;
      }),
    );
    return others.map((other) => other.owner).filter((_, index) => isDead[index]);
  });
}

async function releaseOf(database: Database, owner: string, now: number): Promise<boolean> {
  const giveBack: Change = (lane) =>
    lane.owner === owner
      ? { token: null, owner: null, ...releaseLease(lane.kind, lane, now) }
      : null;
  const free = await changeAll(database, lockFreeOf, [owner], giveBack);
  // What was passed over is waited for, at most as long as for any lock.
  return (await changeAll(database, lockOf, [owner], giveBack)) || free;
}

/** Before leases are given back: what they leave is in order. */
async function repair(
  database: Database,
  kind: LaneKind,
  now: number,
  lateMs: () => number,
): Promise<void> {
  const mend: Change = (lane) => {
    const { attempt, startedAt, due } = lane;
    if (lane.kind !== kind || due === null || lane.owner !== null) return null;
    const mended = repairAfterRestart(kind, { attempt, startedAt, due }, now, lateMs());
    return mended.due === due && mended.startedAt === startedAt ? null : mended;
  };
  const number = kindNumber(kind);
  await changeAll(database, lockUnrepaired, [number, now + longestPauseMs], mend);
  if (kind === "outbound") await changeAll(database, lockFuture, [number, now], mend);
}

/** Changes pages of lanes until none is found, or none of those found is free. */
async function changeAll(
  database: Database,
  page: Statement,
  values: readonly Value[],
  change: Change,
): Promise<boolean> {
  for (let isSome = false; ; isSome = true) {
    const changed = await database.write((session) => changePage(session, page, values, change));
    if (changed === 0) return isSome;
  }
}

async function changePage(
  session: Session,
  page: Statement,
  values: readonly Value[],
  change: Change,
): Promise<number> {
  const locked = await session.rows<{ conversation: number }>(page, ...values);
  const lanes = new LaneRows();
  await lanes.load(
    session,
    locked.map(({ conversation }) => conversation),
  );
  let changed = 0;
  for (const lane of lanes.all()) {
    const changes = change(lane);
    if (changes === null) continue;
    lanes.change({ ...lane, ...changes });
    changed += 1;
  }
  session.write(lanes.writes());
  return changed;
}
