import { isMessageKind, type LaneKind } from "@parley/core";
import { firstBackend, kindNumber, laneNumber } from "@parley/core/sql-store";

/**
 * The `kind` of a delivery's row: that of its lane, but messages of visitors have the same for every backend, since
 * their lane can become that of another one.
 */
export function deliveryNumber(kind: LaneKind, backend: number | null): number {
  return isMessageKind(kind) ? kindNumber(kind) : laneNumber(kind, backend ?? firstBackend);
}

/** The same in SQL. `lane`: the number of the lane. */
export function deliveriesOf(lane: string): string {
  return `case when ${lane} % 4 = 0 then 0::smallint else ${lane} end`;
}
