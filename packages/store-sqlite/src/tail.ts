import { grantLease, laneKinds } from "@parley/core";
import type { LaneKind } from "@parley/core";
import type { Connection } from "./connection.ts";
import { states } from "./delivery-rows.ts";
import { type HeldLane, laneRef } from "./held-lanes.ts";
import { findLane, insertLane, type LaneRow } from "./lane-rows.ts";
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
}

const tail = `select d.position, d.conversation, c.channel, d.sequence, d.message_sequence as messageSequence, d.kind,
    d.state, d.accepted_at as acceptedAt
  from deliveries d join conversations c on c.conversation = d.conversation where d.position > +? order by d.position`;
const places = `select position, conversation, sequence, kind, accepted_at as acceptedAt from deliveries
  where position > +? order by position`;
const lengthen =
  "update conversations set last_sequence = max(last_sequence, ?) where conversation = ?";
const touch = "update conversations set last_message_at = ? where conversation = ?";
/** Whoever held what nobody can name any more. */
const nobody = "";

/** The deliveries behind `written`, in the order in which they came. */
export function tailDeliveriesOf(connection: Connection, written: number): readonly TailDelivery[] {
  return connection.all<TailDelivery>(places, written);
}

/**
 * Brings into the rows of conversations and lanes what only the deliveries behind `written` tell. Of lanes that are held
 * by this process still, the leases go on.
 */
export function readTail(connection: Connection, written: number, held: readonly HeldLane[]): void {
  const known = new Map(held.map((lane) => [laneRef(lane.conversation, lane.kind), lane]));
  for (const row of connection.all<TailRow>(tail, written)) {
    connection.run(lengthen, row.sequence, row.conversation);
    if (row.kind < 2 && row.sequence === row.messageSequence)
      connection.run(touch, row.acceptedAt, row.conversation);
    if (row.state === states.waiting) writeLane(connection, row, known);
  }
}

/** A lane of several deliveries, or of one that was not leased at once, has a row. */
function writeLane(
  connection: Connection,
  row: TailRow,
  held: ReadonlyMap<number, HeldLane>,
): void {
  const kind = laneKinds[row.kind] as LaneKind;
  if (findLane(connection, row.conversation, kind) !== undefined) return;
  const known = held.get(laneRef(row.conversation, kind));
  const lane = known?.position === row.position ? known : leasedLane(connection, row, kind);
  insertLane(connection, lane);
}

function leasedLane(connection: Connection, row: TailRow, kind: LaneKind): LaneRow {
  const { conversation, channel, sequence, acceptedAt, position } = row;
  const terms = grantLease(kind, { attempt: 0, startedAt: null }, acceptedAt);
  return {
    conversation,
    kind,
    channel,
    head: sequence,
    waiting: 1,
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
