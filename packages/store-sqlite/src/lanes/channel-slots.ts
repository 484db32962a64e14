import type { Connection } from "../connection/connection.ts";
import { findLanes, type LaneRow } from "./lane-rows.ts";
import type { Work } from "./work.ts";

// The limit on series per channel. An outbound lane holds a slot from its head's first possible start until the head is
// settled. Without a free slot a lane is parked. It then has no `due`, so a channel at its limit adds no work to
// claims.

const hasParked =
  "exists (select 1 from lanes where channel = +? and kind = 1 and parked is not null)";
const activeUpTo = `(select count(*) from
  (select 1 from lanes where channel = +? and kind = 1 and parked is null limit +?))`;
const countBoth = `select ${hasParked} as hasParked, ${activeUpTo} as active`;
const oldest = "channel = +? and kind = 1 and parked is not null order by parked limit 1";

interface Slots {
  readonly hasParked: 0 | 1;
  readonly active: number;
}

/** Whether a lane may start: a slot is free and no lane is parked. `freed` slots count as free. */
export function hasFreeSlot(work: Work, channel: number, freed: 0 | 1): boolean {
  const limit = limitOf(work, freed);
  const slots = work.connection.get<Slots>(countBoth, channel, channel, limit);
  return slots?.hasParked === 0 && slots.active < limit;
}

/** The channel's oldest parked lane, if a slot is free. */
export function nextParked(work: Work, channel: number): LaneRow | undefined {
  const parked = oldestParked(work.connection, channel);
  if (parked === undefined) return undefined;
  const limit = limitOf(work, 0);
  const slots = work.connection.get<Slots>(countBoth, channel, channel, limit);
  return slots !== undefined && slots.active < limit ? parked : undefined;
}

/** The channel's oldest parked lane. */
export function oldestParked(connection: Connection, channel: number): LaneRow | undefined {
  return findLanes(connection, oldest, channel)[0];
}

function limitOf({ grants }: Work, freed: 0 | 1): number {
  return Math.max(1, Math.min(grants.seriesPerChannel, Number.MAX_SAFE_INTEGER - 1)) + freed;
}
