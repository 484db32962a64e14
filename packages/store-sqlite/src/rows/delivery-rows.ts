import type { Head, LaneKind, Verdict } from "@parley/core";
import { deliveryNumber, type Draft, toJson } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { LaneRow } from "../lanes/lane-rows.ts";

/** The head of a lane. */
export interface HeadRow {
  readonly head: Head;
  /** As in `Draft`; `null`, too: it is from before there were owners. */
  readonly backend: number | null;
}

type HeadPlace = Pick<LaneRow, "conversation" | "kind" | "head">;

interface HeadColumns extends Head {
  readonly backend: number | null;
}

const headColumns = `sequence, message_sequence as messageSequence, message, sender, recipient_id as recipientId,
  accepted_at as acceptedAt, backend`;
const insert = `insert into deliveries
  (conversation, sequence, message_sequence, accepted_at, kind, message, identity, recipient_id, sender, backend, state)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;
const headAt = `select ${headColumns} from deliveries where conversation = ? and sequence = ?`;
// The condition skips settled rows and rows of other lanes. Each is skipped once in a lane's life.
const nextWaiting = `select ${headColumns} from deliveries
  where conversation = +? and sequence > +? and kind = +? and state = 0 order by sequence limit 1`;
const delivered =
  "update deliveries set state = 1, record = ? where conversation = ? and sequence = ?";
const failed =
  "update deliveries set state = 2, record = ?, failure = ? where conversation = ? and sequence = ?";
const remove = "delete from deliveries where conversation = ? and sequence = ?";

/** Stores a delivery and returns it as the head of a lane. */
export function insertDelivery(
  connection: Connection,
  conversation: number,
  sequence: number,
  draft: Draft,
): HeadRow {
  const { message, sender, recipientId, acceptedAt, identity, backend } = draft;
  const messageSequence = draft.messageSequence ?? sequence;
  connection.run(
    insert,
    conversation,
    sequence,
    messageSequence,
    acceptedAt,
    deliveryNumber(draft.kind, backend),
    message,
    identity,
    recipientId,
    sender,
    backend,
  );
  const head = { sequence, messageSequence, message, sender, recipientId, acceptedAt };
  return { head, backend };
}

/** The head of a lane. @throws Error when there is none: the lane's row is wrong. */
export function headOf(connection: Connection, { conversation, kind, head }: HeadPlace): HeadRow {
  return present(kind, connection.get<HeadColumns>(headAt, conversation, head));
}

/** The next delivery of a lane after its head. @throws Error when there is none: the lane's count is wrong. */
export function headAfter(connection: Connection, lane: LaneRow): HeadRow {
  const { conversation, kind, backend, head } = lane;
  const number = deliveryNumber(kind, backend);
  return present(kind, connection.get<HeadColumns>(nextWaiting, conversation, head, number));
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

function present(kind: LaneKind, found: HeadColumns | undefined): HeadRow {
  if (found === undefined) throw new Error(`a ${kind} lane has lost its head`);
  const { sequence, messageSequence, message, sender, recipientId, acceptedAt, backend } = found;
  const head = { sequence, messageSequence, message, sender, recipientId, acceptedAt };
  return { head, backend };
}
