import type { Connection } from "../connection/connection.ts";
import { findLanes, type LaneRow } from "./lane-rows.ts";
import type { Work } from "./work.ts";

// The limit on series per channel. An outbound lane holds a slot from its head's first possible start until the head is
// settled. Without a free slot a lane is parked. It then has no `due`, so a channel at its limit adds no work to
// claims.

/** Whether a lane may start: a slot is free and no lane is parked. `freed` slots count as free. */
export function hasFreeSlot(work: Work, channel: number, freed: 0 | 1): boolean {
  return !hasParked(work, channel) && isBelow(work, channel, freed);
}

/** The channel's oldest parked lane, if a slot is free. */
export function nextParked(work: Work, channel: number): LaneRow | undefined {
  const isWanted = hasParked(work, channel) && isBelow(work, channel, 0);
  return isWanted ? oldestParked(work.connection, channel) : undefined;
}

/** The channel's oldest parked lane. */
export function oldestParked(connection: Connection, channel: number): LaneRow | undefined {
  return findLanes(
    connection,
    "channel = +? and kind = 1 and parked is not null order by parked limit 1",
    channel,
  )[0];
}

function hasParked({ connection, lanes }: Work, channel: number): boolean {
  if (!lanes.haveRows) return false;
  const sql = "select 1 from lanes where channel = ? and kind = 1 and parked is not null limit 1";
  return connection.getWithoutFlush(sql, channel) !== undefined;
}

function isBelow({ connection, lanes, grants }: Work, channel: number, freed: 0 | 1): boolean {
  const bound = Math.max(1, Math.min(grants.seriesPerChannel, Number.MAX_SAFE_INTEGER - 1));
  const limit = bound + freed - lanes.active(channel);
  if (limit <= 0) return false;
  if (!lanes.haveRows) return true;
  const row = connection.getWithoutFlush<{ active: number }>(
    "select count(*) as active from (select 1 from lanes where channel = +? and kind = 1 and parked is null limit +?)",
    channel,
    limit,
  );
  return (row?.active ?? 0) < limit;
}
