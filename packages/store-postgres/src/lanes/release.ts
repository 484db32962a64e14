import { type ReleaseScope } from "@parley/core";
import { releaseLease } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import { changePage, type LaneChange, lockAll, lockFree, pageSize } from "./lane-pages.ts";
import { ownerKey } from "../connection/owner.ts";
import { repairLanes } from "./repair.ts";
import { isOfRows } from "../connection/store-error.ts";
import { statement } from "../statements/statement.ts";

// All lanes are read in large pages, only when a node starts or ends. An index for this would be written with every
// lease.
const readAtOnce = 20_000;
const endOfPage = statement(`select max(conversation) as last, count(*) as found from
  (select conversation from lanes where conversation >= $1 order by conversation limit ${readAtOnce}) as page`);
const leasedOnPage = statement(`select distinct owner, conversation from lanes
  where conversation between $1 and $2 and owner is not null`);
// A living owner's session holds its lock. If this call gets the lock, the owner is dead.
const tryLock = statement("select pg_try_advisory_xact_lock_shared($1::bigint) as dead");

interface PageEnd {
  readonly last: number | null;
  readonly found: number;
}

interface Leased {
  readonly owner: string;
  readonly conversation: number;
}

/**
 * Releases leases page by page: the caller's own, or those of every owner whose lock is free.
 * @returns whether there were any.
 */
export async function release(
  database: Database,
  { owner, scope }: ReleaseScope,
  now: number,
): Promise<boolean> {
  if (scope === "own") {
    const own = (await allLeased(database)).filter((one) => one.owner === owner);
    return releaseOf(database, owner, own, now);
  }
  await repairLanes(database, now);
  const leased = (await allLeased(database)).filter((one) => one.owner !== owner);
  let isSome = false;
  for (const dead of await deadAmong(database, [...new Set(leased.map((one) => one.owner))])) {
    const its = leased.filter((one) => one.owner === dead);
    isSome = (await releaseOf(database, dead, its, now).catch(leftToTakeover)) || isSome;
  }
  return isSome;
}

/** Reads the last conversation of each page again, so that none of its lanes is missed. */
async function allLeased(database: Database): Promise<readonly Leased[]> {
  const leased: Leased[] = [];
  for (let from = 0; ;) {
    const [end] = await database.read<PageEnd>(endOfPage, from);
    if (end === undefined || end.last === null) return leased;
    leased.push(...(await database.read<Leased>(leasedOnPage, from, end.last)));
    if (end.found < readAtOnce) return leased;
    from = end.last;
  }
}

/** A locked lane of a dead owner does not keep this node from starting: its lease expires. */
function leftToTakeover(error: unknown): boolean {
  if (error instanceof Error && isOfRows(error.cause)) return true;
  throw error;
}

async function deadAmong(
  database: Database,
  owners: readonly string[],
): Promise<readonly string[]> {
  return database.write(async (session) => {
    const isDead = await Promise.all(
      owners.map(async (owner) => {
        const key = ownerKey(database.schema, owner);
        const [answer] = await session.rows<{ dead: boolean }>(tryLock, key);
        return answer?.dead === true;
      }),
    );
    return owners.filter((_, index) => isDead[index]);
  });
}

async function releaseOf(
  database: Database,
  owner: string,
  leased: readonly Leased[],
  now: number,
): Promise<boolean> {
  const giveBack: LaneChange = (lane) =>
    lane.owner === owner
      ? { token: null, owner: null, ...releaseLease(lane.kind, lane, now) }
      : null;
  const passedOver: number[] = [];
  let given = 0;
  for (const page of pagesOf(leased.map(({ conversation }) => conversation))) {
    const { locked, count } = await database.write((session) =>
      changePage(session, lockFree, [page], giveBack),
    );
    given += count;
    passedOver.push(...page.filter((conversation) => !locked.has(conversation)));
  }
  // Waits for the rows that were skipped, as long as for any lock.
  for (const page of pagesOf(passedOver)) {
    const { count } = await database.write((session) =>
      changePage(session, lockAll, [page], giveBack),
    );
    given += count;
  }
  return given > 0;
}

function pagesOf(conversations: readonly number[]): readonly (readonly number[])[] {
  const pages: (readonly number[])[] = [];
  for (let at = 0; at < conversations.length; at += pageSize)
    pages.push(conversations.slice(at, at + pageSize));
  return pages;
}
