import { type LaneKind, laneKinds } from "@parley/core";
import { fromJson, kindNumber, type StoredLane, toJson } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";

/** A lane's row in this store. */
export interface LaneRow extends StoredLane {
  /** The newest sequence that `waiting` counts. Newer deliveries may wait: see `LongerLanes`. */
  last: number;
  /** Position of the head while the lane has no row: see `HeldLanes`. */
  readonly position: number | null;
}

type LaneColumns = Omit<LaneRow, "kind" | "position"> & { readonly kind: number };

const columns = `conversation, kind, channel, head, waiting, last, attempt, started_at as startedAt, due, parked, token, owner, memo`;
const find = `select ${columns} from lanes where conversation = ? and kind = ?`;
const insert = `insert into lanes
  (conversation, kind, channel, head, waiting, last, attempt, started_at, due, parked, token, owner, memo)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = `update lanes set head = ?, waiting = ?, last = ?, attempt = ?, started_at = ?, due = ?, parked = ?, token = ?,
  owner = ?, memo = ? where conversation = ? and kind = ?`;

export function findLane(
  connection: Connection,
  conversation: number,
  kind: LaneKind,
): LaneRow | undefined {
  const row = connection.getWithoutFlush<LaneColumns>(find, conversation, kindNumber(kind));
  return row && { ...row, kind, memo: fromJson(row.memo), position: null };
}

/** Finds lanes. The condition must start with the columns of an index. */
export function findLanes(
  connection: Connection,
  condition: string,
  ...values: (string | number)[]
): LaneRow[] {
  const rows = connection.all<LaneColumns>(
    `select ${columns} from lanes where ${condition}`,
    ...values,
  );
  return rows.map((row) => ({
    ...row,
    kind: laneKinds[row.kind] as LaneKind,
    memo: fromJson(row.memo),
    position: null,
  }));
}

export function insertLane(connection: Connection, lane: LaneRow): void {
  const { conversation, channel, head, waiting, last, attempt, startedAt, due, parked } = lane;
  const kind = kindNumber(lane.kind);
  const memo = toJson(lane.memo);
  connection.run(
    insert,
    conversation,
    kind,
    channel,
    head,
    waiting,
    last,
    attempt,
    startedAt,
    due,
    parked,
    lane.token,
    lane.owner,
    memo,
  );
}

export function updateLane(connection: Connection, lane: LaneRow): void {
  const { conversation, head, waiting, last, attempt, startedAt, due, parked } = lane;
  const kind = kindNumber(lane.kind);
  const memo = toJson(lane.memo);
  connection.run(
    update,
    head,
    waiting,
    last,
    attempt,
    startedAt,
    due,
    parked,
    lane.token,
    lane.owner,
    memo,
    conversation,
    kind,
  );
}

/** Adds deliveries to a lane's row; `last` is the newest of them. @throws Error when there is no such row. */
export function lengthenLane(
  connection: Connection,
  [conversation, kind]: readonly [number, number],
  { more, last }: { readonly more: number; readonly last: number },
): void {
  const sql =
    "update lanes set waiting = waiting + ?, last = ? where conversation = ? and kind = ?";
  const written = connection.run(sql, more, last, conversation, kind);
  if (written !== 1) throw new Error("a lane has lost its row");
}

export function deleteLane(connection: Connection, lane: LaneRow): void {
  const sql = "delete from lanes where conversation = ? and kind = ?";
  connection.run(sql, lane.conversation, kindNumber(lane.kind));
}
