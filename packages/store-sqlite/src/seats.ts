import type { Connection } from "./connection.ts";
import { findLanes, type LaneRow } from "./lane-rows.ts";

// The bound on series per channel. An outbound lane holds a seat from the moment its head may start until the head is
// settled; past the bound it is parked: no `due`, so that a channel at its bound costs claims nothing.

/** Whether a lane may sit down: there is a seat, and nobody was parked before. `freed` seats count as empty. */
export function hasSeat(
  connection: Connection,
  channel: number,
  bound: number,
  freed: 0 | 1,
): boolean {
  return (
    oldestParked(connection, channel) === undefined && isBelow(connection, channel, bound, freed)
  );
}

/** The channel's oldest parked lane, while there is a seat for it. */
export function nextParked(
  connection: Connection,
  channel: number,
  bound: number,
): LaneRow | undefined {
  const oldest = oldestParked(connection, channel);
  return oldest !== undefined && isBelow(connection, channel, bound, 0) ? oldest : undefined;
}

/** The channel's oldest parked lane. */
export function oldestParked(connection: Connection, channel: number): LaneRow | undefined {
  return findLanes(
    connection,
    "channel = +? and kind = 1 and parked is not null order by parked limit 1",
    channel,
  )[0];
}

function isBelow(connection: Connection, channel: number, bound: number, freed: 0 | 1): boolean {
  const limit = Math.max(1, Math.min(bound, Number.MAX_SAFE_INTEGER - 1)) + freed;
  const row = connection.get<{ seated: number }>(
    "select count(*) as seated from (select 1 from lanes where channel = +? and kind = 1 and parked is null limit +?)",
    channel,
    limit,
  );
  return (row?.seated ?? 0) < limit;
}
