import { isMessageKind, type LaneKind } from "@parley/core";
import { firstBackend, kindNumber, laneNumber } from "@parley/core/sql-store";

/**
 * The `kind` of a delivery's row. Reports and notices have the number of their lane. Messages have 0 or 1 whatever the
 * backend, since what waits for one owner can be given to another.
 */
export function deliveryNumber(kind: LaneKind, backend: number | null): number {
  return isMessageKind(kind) ? kindNumber(kind) : laneNumber(kind, backend ?? firstBackend);
}

/** The same in SQL. `lane`: the number of the lane. */
export function deliveryNumberOf(lane: string): string {
  return `case when ${lane} % 4 = 0 then 0::smallint else ${lane} end`;
}
