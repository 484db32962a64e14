import { type LaneKind, laneKinds } from "@parley/core";
import { fromJson, kindNumber, type StoredLane, toJson } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Value } from "../connection/statement-runner.ts";

/** A lane's row in this store. */
export type LaneRow = StoredLane;

type LaneColumns = Omit<LaneRow, "kind"> & { readonly kind: number };

const select = `select conversation, kind, channel, head, waiting, attempt, started_at as startedAt, due, parked, fencing_token as token,
  owner, memo, paused_since as pausedSince from lanes where`;
const find = `${select} conversation = ? and kind = ?`;
const count = "select waiting from lanes where conversation = ? and kind = ?";
const insert = `insert into lanes
  (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, fencing_token, owner)
  values (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?)`;
const update = `update lanes set head = ?, waiting = ?, attempt = ?, started_at = ?, due = ?, parked = ?, fencing_token = ?,
  owner = ?, memo = ?, paused_since = ? where conversation = ? and kind = ?`;
const lengthen = "update lanes set waiting = waiting + 1 where conversation = ? and kind = ?";
const remove = "delete from lanes where conversation = ? and kind = ?";

export function findLane(
  connection: Connection,
  conversation: number,
  kind: LaneKind,
): LaneRow | undefined {
  return laneOf(connection.get<LaneColumns>(find, conversation, kindNumber(kind)));
}

/** How many deliveries wait on a lane. */
export function countWaiting(connection: Connection, conversation: number, kind: LaneKind): number {
  const lane = connection.get<Pick<LaneRow, "waiting">>(count, conversation, kindNumber(kind));
  return lane?.waiting ?? 0;
}

/** Finds lanes. The condition should start with the columns of an index. */
export function findLanes(
  connection: Connection,
  condition: string,
  ...values: Value[]
): LaneRow[] {
  return connection
    .all<LaneColumns>(`${select} ${condition}`, ...values)
    .flatMap((row) => laneOf(row) ?? []);
}

/** Adds the lane of a first delivery. */
export function insertLane(connection: Connection, lane: LaneRow): void {
  const { conversation, channel, head, attempt, startedAt, due, parked, token, owner } = lane;
  const kind = kindNumber(lane.kind);
  connection.run(
    insert,
    conversation,
    kind,
    channel,
    head,
    attempt,
    startedAt,
    due,
    parked,
    token,
    owner,
  );
}

export function updateLane(connection: Connection, lane: LaneRow): void {
  const { conversation, head, waiting, attempt, startedAt, due, parked, token, owner } = lane;
  const { pausedSince } = lane;
  const kind = kindNumber(lane.kind);
  const memo = toJson(lane.memo);
  connection.run(
    update,
    head,
    waiting,
    attempt,
    startedAt,
    due,
    parked,
    token,
    owner,
    memo,
    pausedSince,
    conversation,
    kind,
  );
}

/** Counts one more delivery on a lane. @returns whether there is such a lane. */
export function lengthenLane(
  connection: Connection,
  conversation: number,
  kind: LaneKind,
): boolean {
  return connection.run(lengthen, conversation, kindNumber(kind)) === 1;
}

export function deleteLane(connection: Connection, { conversation, kind }: LaneRow): void {
  connection.run(remove, conversation, kindNumber(kind));
}

function laneOf(row: LaneColumns | undefined): LaneRow | undefined {
  return row && { ...row, kind: laneKinds[row.kind] as LaneKind, memo: fromJson(row.memo) };
}
