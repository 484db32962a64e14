import { longestPauseMs, type ReleaseScope } from "@parley/core";
import {
  laneNumber,
  longestAskedPauseMs,
  releaseLease,
  repairAfterRestart,
} from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Value } from "../connection/statement-runner.ts";
import { findLanes, type LaneRow, updateLane } from "./lane-rows.ts";

/** Number of lanes read at once. */
const pageSize = 1000;
/** `started_at` counts only for `outbound`. */
const ahead = `owner is null and due is not null
  and (due > iif(paused_since is null, +?, +?) or (kind = 1 and started_at > +?))`;

/** Releases leases. One file has one owner, so every other owner is dead. */
export function release(connection: Connection, { owner, scope }: ReleaseScope, now: number): void {
  if (scope === "dead") repair(connection, now);
  const held = `owner is not null and owner ${scope === "own" ? "=" : "<>"} +?`;
  for (const lane of lanesWhere(connection, held, owner)) {
    updateLane(connection, {
      ...lane,
      token: null,
      owner: null,
      ...releaseLease(lane.kind, lane, now),
    });
  }
}

/** Repairs lanes before leases are released: those that a faster clock may have written. */
function repair(connection: Connection, now: number): void {
  const limits = [now + longestPauseMs, now + longestAskedPauseMs];
  for (const lane of lanesWhere(connection, ahead, ...limits, now)) {
    const { kind, attempt, startedAt, due, pausedSince } = lane;
    if (due === null) continue;
    const repaired = repairAfterRestart(kind, { attempt, startedAt, due, pausedSince }, now);
    if (repaired.due === due && repaired.startedAt === startedAt) continue;
    updateLane(connection, { ...lane, ...repaired });
  }
}

/** Reads all lanes in order, page by page, and returns those that fit. */
function* lanesWhere(
  connection: Connection,
  condition: string,
  ...values: Value[]
): Iterable<LaneRow> {
  const page = `(conversation, kind) > (+?, +?) and ${condition} order by conversation, kind limit ${pageSize}`;
  let [conversation, kind] = [0, 0];
  for (;;) {
    const lanes = findLanes(connection, page, conversation, kind, ...values);
    yield* lanes;
    const last = lanes.at(-1);
    if (last === undefined || lanes.length < pageSize) return;
    [conversation, kind] = [last.conversation, laneNumber(last.kind, last.backend)];
  }
}
