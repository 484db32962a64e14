import { grantLease, laneKinds } from "@parley/core";
import { states } from "@parley/core/sql-store";
import type { LaneKind } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import { type HeldLane, laneAt, laneRef } from "../lanes/held-lanes.ts";
import { findLane, insertLane, type LaneRow, lengthenLane } from "../lanes/lane-rows.ts";
import { oneMore, type Surplus } from "../lanes/longer-lanes.ts";
import type { TailDelivery } from "./tail-deliveries.ts";

interface TailRow {
  readonly position: number;
  readonly conversation: number;
  readonly channel: number;
  readonly sequence: number;
  readonly messageSequence: number;
  readonly kind: number;
  readonly state: number;
  readonly acceptedAt: number;
  readonly nextStarted: number | null;
}

/** A lane without a row, rebuilt from its deliveries. */
interface TailLane {
  readonly head: TailRow;
  /** Number of waiting deliveries, including the head. */
  readonly waiting: number;
  /** Sequence of the newest one. */
  readonly last: number;
}

const tail = `select d.position, d.conversation, c.channel, d.sequence, d.message_sequence as messageSequence, d.kind,
    d.state, d.accepted_at as acceptedAt, d.next_started as nextStarted
  from deliveries d join conversations c on c.conversation = d.conversation where d.position > +? order by d.position`;
const places = `select position, conversation, sequence, kind, accepted_at as acceptedAt from deliveries
  where position > +? order by position`;
const before = `select d.next_started as nextStarted from sequences s cross join deliveries d on d.position = s.position
  where s.conversation = +? and s.sequence < +? and d.kind = +? order by s.sequence desc limit 1`;
const beyond = `select d.conversation, d.kind, d.sequence, d.position
  from deliveries d join lanes l on l.conversation = d.conversation and l.kind = d.kind
  where d.position > +? and d.state = 0 and d.sequence > l.last order by d.position`;
const lengthen =
  "update conversations set last_sequence = max(last_sequence, ?) where conversation = ?";
const touch = "update conversations set last_message_at = ? where conversation = ?";
/** Owner of leases whose real owner is unknown. */
const nobody = "";

/** The deliveries after `written`, in order of arrival. */
export function tailDeliveriesOf(connection: Connection, written: number): readonly TailDelivery[] {
  return connection.all<TailDelivery>(places, written);
}

/**
 * Writes to the rows of conversations and lanes what only deliveries after `written` contain. Lanes that this process
 * still holds keep their leases.
 */
export function readTail(connection: Connection, written: number, held: readonly HeldLane[]): void {
  for (const [ref, surplus] of longerLanesOf(connection, written))
    lengthenLane(connection, laneAt(ref), surplus);
  const known = new Map(held.map((lane) => [laneRef(lane.conversation, lane.kind), lane]));
  const lanes = new Map<number, TailLane>();
  const settled = new Map<number, TailRow>();
  for (const row of connection.all<TailRow>(tail, written)) {
    connection.run(lengthen, row.sequence, row.conversation);
    if (row.kind < 2 && row.sequence === row.messageSequence)
      connection.run(touch, row.acceptedAt, row.conversation);
    const ref = laneRef(row.conversation, kindOf(row));
    const lane = lanes.get(ref);
    if (row.state !== states.waiting) settled.set(ref, row);
    else if (lane === undefined) lanes.set(ref, { head: row, waiting: 1, last: row.sequence });
    else lanes.set(ref, { ...lane, waiting: lane.waiting + 1, last: row.sequence });
  }
  for (const [ref, lane] of lanes) writeLane(connection, lane, known.get(ref), settled.get(ref));
}

/** Surplus of lanes with a row, by `laneRef`. */
export function longerLanesOf(
  connection: Connection,
  written: number,
): ReadonlyMap<number, Surplus> {
  const longer = new Map<number, Surplus>();
  type Row = Pick<TailRow, "conversation" | "kind" | "sequence" | "position">;
  for (const row of connection.all<Row>(beyond, written)) {
    const ref = laneRef(row.conversation, kindOf(row));
    longer.set(ref, oneMore(longer.get(ref), row));
  }
  return longer;
}

/**
 * A lane that was not leased at once, or that holds reports, has a row. `last`: the delivery of the tail settled before
 * it.
 */
function writeLane(
  connection: Connection,
  { head, waiting, last: newest }: TailLane,
  known: HeldLane | undefined,
  last: TailRow | undefined,
): void {
  if (findLane(connection, head.conversation, kindOf(head)) !== undefined) return;
  const lane =
    known?.position === head.position
      ? known
      : leasedLane(connection, head, startOf(connection, head, last));
  insertLane(connection, { ...lane, waiting, last: newest });
}

/** When the head could start: at its arrival, or when the previous one was settled. */
function startOf(connection: Connection, head: TailRow, last: TailRow | undefined): number {
  const { conversation, sequence, kind, acceptedAt } = head;
  const { nextStarted = null } =
    last ??
    connection.get<Pick<TailRow, "nextStarted">>(before, conversation, sequence, kind) ??
    {};
  return nextStarted ?? acceptedAt;
}

function kindOf({ kind }: Pick<TailRow, "kind">): LaneKind {
  return laneKinds[kind] as LaneKind;
}

function leasedLane(connection: Connection, row: TailRow, startedAt: number): LaneRow {
  const { conversation, channel, sequence, position } = row;
  const kind = kindOf(row);
  const terms = grantLease(kind, { attempt: 0, startedAt: null }, startedAt);
  return {
    conversation,
    kind,
    channel,
    head: sequence,
    waiting: 1,
    last: sequence,
    attempt: terms.attempt,
    startedAt: terms.startedAt,
    due: terms.until,
    parked: null,
    token: connection.tokens.next(),
    owner: nobody,
    memo: null,
    position,
  };
}
