import { longestPauseMs, releaseLease, type ReleaseScope, repairAfterRestart } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { findLanes, type LaneRow, updateLane } from "./lane-rows.ts";

/** Number of lanes read at once. */
const pageSize = 1000;
/** `started_at` counts only for `outbound`. */
const ahead = `(conversation, kind) > (+?, +?) and owner is null and due is not null
  and (due > +? or (kind = 1 and started_at > +?)) order by conversation, kind limit ${pageSize}`;

/** Releases leases. One file has one owner, so every other owner is dead. */
export function release(connection: Connection, { owner, scope }: ReleaseScope, now: number): void {
  if (scope === "dead") repair(connection, now);
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

/**
 * Repairs lanes before leases are released. Scans all lanes in order, but reads only those that a faster clock may have
 * written.
 */
function repair(connection: Connection, now: number): void {
  let [conversation, kind] = [0, 0];
  for (;;) {
    const lanes = findLanes(connection, ahead, conversation, kind, now + longestPauseMs, now);
    for (const lane of lanes) repairLane(connection, lane, now);
    const last = lanes.at(-1);
    if (last === undefined || lanes.length < pageSize) return;
    [conversation, kind] = [last.conversation, kindNumber(last.kind)];
  }
}

function repairLane(connection: Connection, lane: LaneRow, now: number): void {
  const { kind, attempt, startedAt, due } = lane;
  if (due === null) return;
  const repaired = repairAfterRestart(kind, { attempt, startedAt, due }, now);
  if (repaired.due === due && repaired.startedAt === startedAt) return;
  updateLane(connection, { ...lane, ...repaired });
}
