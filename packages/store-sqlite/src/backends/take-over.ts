import { defaultBackend } from "@parley/core";
import { laneNumber } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import {
  deleteLane,
  findLane,
  findLanes,
  insertLane,
  type LaneRow,
  updateLane,
} from "../lanes/lane-rows.ts";
import { allBackends, type BackendRow } from "./backend-numbers.ts";

const rename = "update backends set name = ? where name = ?";
const moveConversations = `update conversations set backend = +? where backend = +?
  and (backend <> 0 or backend is null or assignee is not null)`;
const moveDeliveries = `update deliveries set kind = +?
  where conversation = +? and sequence >= +? and kind = +? and state = 0`;
/** Deliberately scans all lanes, once. */
const ofBackend = "kind / 4 = +? and kind <> 1";
const tables = ["backend_pauses", "backend_answers"] as const;

/** Gives a backend everything that belongs to `default`. Does nothing when nothing does. */
export function takeOver(connection: Connection, name: string): void {
  const rows = connection.all<BackendRow>(allBackends);
  const first = rows.find((row) => row.name === defaultBackend)?.number;
  if (first === undefined) return;
  const own = rows.findLast((row) => row.name === name)?.number;
  connection.run(rename, name, defaultBackend);
  for (const table of tables) renameRow(connection, table, name);
  if (own !== undefined) merge(connection, Math.max(first, own), Math.min(first, own));
}

function renameRow(connection: Connection, table: (typeof tables)[number], name: string): void {
  const hasRow = `select 1 from ${table} where backend = ?`;
  if (connection.get(hasRow, defaultBackend) === undefined) return;
  connection.run(`delete from ${table} where backend = ?`, name);
  connection.run(`update ${table} set backend = ? where backend = ?`, name, defaultBackend);
}

/** Gives what belongs to one number to another one. Messages that were sent keep their number, which has the same name. */
function merge(connection: Connection, from: number, to: number): void {
  connection.run(moveConversations, to, from);
  for (const lane of findLanes(connection, ofBackend, from)) moveLane(connection, lane, to);
}

function moveLane(connection: Connection, lane: LaneRow, backend: number): void {
  const { conversation, kind, head } = lane;
  const from = laneNumber(kind, lane.backend);
  const to = laneNumber(kind, backend);
  if (kind !== "inbound") connection.run(moveDeliveries, to, conversation, head, from);
  deleteLane(connection, lane);
  const moved: LaneRow = { ...lane, backend };
  const other = findLane(connection, moved);
  if (other !== undefined) deleteLane(connection, other);
  const joined = other === undefined ? moved : joinLanes(moved, other);
  insertLane(connection, joined);
  // With what only a head that was settled before has.
  updateLane(connection, joined);
}

/** Two lanes of reports or notices as one. The earlier head goes on as it was. */
function joinLanes(one: LaneRow, other: LaneRow): LaneRow {
  const first = one.head < other.head ? one : other;
  return { ...first, waiting: one.waiting + other.waiting };
}
