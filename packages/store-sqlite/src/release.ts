import {
  type LaneKind,
  laneKinds,
  longestPauseMs,
  releaseLease,
  type ReleaseScope,
  repairAfterRestart,
} from "@parley/core";
import type { Connection } from "./connection.ts";
import { findLanes, kindNumber, type LaneRow, updateLane } from "./lane-rows.ts";

/** How many lanes are read at once. */
const pageSize = 1000;

/** Gives leases back; one file has one owner, so that every other one is dead. */
export function release(connection: Connection, { owner, scope }: ReleaseScope, now: number): void {
  if (scope === "dead") for (const kind of laneKinds) repair(connection, kind, now);
  const comparison = scope === "own" ? "=" : "<>";
  for (;;) {
    const held = findLanes(
      connection,
      `owner is not null and owner ${comparison} +? limit ${pageSize}`,
      owner,
    );
    for (const lane of held) {
      updateLane(connection, {
        ...lane,
        token: null,
        owner: null,
        ...releaseLease(lane.kind, lane, now),
      });
    }
    if (held.length < pageSize) return;
  }
}

/** Before leases are given back: what they leave is in order. */
function repair(connection: Connection, kind: LaneKind, now: number): void {
  for (const lane of unleased(connection, kind, now)) {
    if (lane.due === null) continue;
    const { attempt, startedAt, due } = lane;
    updateLane(connection, {
      ...lane,
      ...repairAfterRestart(kind, { attempt, startedAt, due }, now),
    });
  }
}

/** The unleased lanes whose instants may be in need of repair: a start counts on `outbound` only. */
function unleased(connection: Connection, kind: LaneKind, now: number): LaneRow[] {
  const number = kindNumber(kind);
  return kind === "outbound"
    ? findLanes(connection, "kind = +? and due is not null and owner is null", number)
    : findLanes(
        connection,
        "kind = +? and due > +? and owner is null",
        number,
        now + longestPauseMs,
      );
}
