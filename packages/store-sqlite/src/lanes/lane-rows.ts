import type { LaneKind } from "@parley/core";
import {
  fromJson,
  kindNumber,
  laneNumber,
  laneOfNumber,
  type StoredLane,
  toJson,
} from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Value } from "../connection/statement-runner.ts";

/** A lane's row in this store. */
export type LaneRow = StoredLane;

/** Identifies a lane. */
export type LaneRef = Pick<LaneRow, "conversation" | "kind" | "backend">;

/** `kind`: as in `laneNumber`. */
type LaneColumns = Omit<LaneRow, "kind" | "backend"> & { readonly kind: number };

const select = `select conversation, kind, channel, head, waiting, attempt, started_at as startedAt, due, parked, fencing_token as token,
  owner, memo, paused_since as pausedSince, owner_change as ownerChange from lanes where`;
const find = `${select} conversation = ? and kind = ?`;
const findLeased = `${select} conversation = ? and fencing_token = ? and kind % 4 = +?`;
const count = "select waiting from lanes where conversation = ? and kind = ?";
const insert = `insert into lanes
  (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, fencing_token, owner, owner_change)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = `update lanes set head = ?, waiting = ?, attempt = ?, started_at = ?, due = ?, parked = ?, fencing_token = ?,
  owner = ?, memo = ?, paused_since = ?, owner_change = ? where conversation = ? and kind = ?`;
const lengthen = `update lanes set waiting = waiting + 1, head = iif(head = 0, ?, head)
  where conversation = ? and kind = ?`;
const remove = "delete from lanes where conversation = ? and kind = ?";

export function findLane(
  connection: Connection,
  { conversation, kind, backend }: LaneRef,
): LaneRow | undefined {
  return laneOf(connection.get<LaneColumns>(find, conversation, laneNumber(kind, backend)));
}

/** The lane whose lease has this token. */
export function findLeasedLane(
  connection: Connection,
  conversation: number,
  kind: LaneKind,
  token: number,
): LaneRow | undefined {
  return laneOf(connection.get<LaneColumns>(findLeased, conversation, token, kindNumber(kind)));
}

/** How many deliveries wait on a lane. */
export function countWaiting(
  connection: Connection,
  { conversation, kind, backend }: LaneRef,
): number {
  const lane = connection.get<Pick<LaneRow, "waiting">>(
    count,
    conversation,
    laneNumber(kind, backend),
  );
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

/** Adds a lane whose head was not settled yet, so that it has no memo and no pause. */
export function insertLane(connection: Connection, lane: LaneRow): void {
  const { conversation, channel, head, waiting, attempt, startedAt, due, parked, token, owner } =
    lane;
  connection.run(
    insert,
    conversation,
    laneNumber(lane.kind, lane.backend),
    channel,
    head,
    waiting,
    attempt,
    startedAt,
    due,
    parked,
    token,
    owner,
    lane.ownerChange,
  );
}

export function updateLane(connection: Connection, lane: LaneRow): void {
  const { conversation, head, waiting, attempt, startedAt, due, parked, token, owner } = lane;
  const { pausedSince, ownerChange } = lane;
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
    ownerChange,
    conversation,
    laneNumber(lane.kind, lane.backend),
  );
}

/** Counts one more delivery on a lane. @returns whether there is such a lane. */
export function lengthenLane(
  connection: Connection,
  { conversation, kind, backend }: LaneRef,
  sequence: number,
): boolean {
  return connection.run(lengthen, sequence, conversation, laneNumber(kind, backend)) === 1;
}

export function deleteLane(connection: Connection, { conversation, kind, backend }: LaneRef): void {
  connection.run(remove, conversation, laneNumber(kind, backend));
}

function laneOf(row: LaneColumns | undefined): LaneRow | undefined {
  if (row === undefined) return undefined;
  const { kind, backend } = laneOfNumber(row.kind);
  return { ...row, kind, backend, memo: fromJson(row.memo) };
}
