import type { Head, LaneKind, Verdict } from "@parley/core";
import { type Draft, kindNumber, toJson } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { LaneRow } from "../lanes/lane-rows.ts";

const headColumns = `sequence, message_sequence as messageSequence, message, sender, recipient_id as recipientId,
  accepted_at as acceptedAt`;
const insert = `insert into deliveries
  (conversation, sequence, message_sequence, accepted_at, kind, message, identity, recipient_id, sender, state)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;
const headAt = `select ${headColumns} from deliveries where conversation = ? and sequence = ?`;
// The condition skips settled rows and rows of other lanes. Each is skipped once in a lane's life.
const nextWaiting = `select ${headColumns} from deliveries
  where conversation = +? and sequence > +? and kind = +? and state = 0 order by sequence limit 1`;
const delivered =
  "update deliveries set state = 1, record = ? where conversation = ? and sequence = ?";
const failed =
  "update deliveries set state = 2, record = ?, failure = ? where conversation = ? and sequence = ?";
const remove = "delete from deliveries where conversation = ? and sequence = ?";

/** Stores a delivery and returns it as a head. */
export function insertDelivery(
  connection: Connection,
  conversation: number,
  sequence: number,
  draft: Draft,
): Head {
  const { message, sender, recipientId, acceptedAt, identity } = draft;
  const messageSequence = draft.messageSequence ?? sequence;
  connection.run(
    insert,
    conversation,
    sequence,
    messageSequence,
    acceptedAt,
    kindNumber(draft.kind),
    message,
    identity,
    recipientId,
    sender,
  );
  return { sequence, messageSequence, message, sender, recipientId, acceptedAt };
}

/** The delivery at the front of a lane. @throws Error when there is none: the lane's row is wrong. */
export function headOf(connection: Connection, { conversation, kind, head }: LaneRow): Head {
  return present(kind, connection.get<Head>(headAt, conversation, head));
}

/** The next delivery of a lane after its head. @throws Error when there is none: the lane's count is wrong. */
export function headAfter(connection: Connection, { conversation, kind, head }: LaneRow): Head {
  return present(kind, connection.get<Head>(nextWaiting, conversation, head, kindNumber(kind)));
}

/** Writes the outcome of a lane's head. */
export function settleDelivery(
  connection: Connection,
  { conversation, head }: LaneRow,
  verdict: Exclude<Verdict, { kind: "retry" }>,
): void {
  const record = toJson(verdict.record);
  if (verdict.kind === "delivered") connection.run(delivered, record, conversation, head);
  else connection.run(failed, record, JSON.stringify(verdict.failure), conversation, head);
}

export function deleteDelivery(
  connection: Connection,
  conversation: number,
  sequence: number,
): void {
  connection.run(remove, conversation, sequence);
}

function present(kind: LaneKind, found: Head | undefined): Head {
  if (found === undefined) throw new Error(`a ${kind} lane has lost its head`);
  return found;
}
