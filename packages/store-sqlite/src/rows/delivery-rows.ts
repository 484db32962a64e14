import { type Head, isMessageKind, type LaneKind, type Verdict } from "@parley/core";
import { type Draft, firstBackend, laneNumber, toJson } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { LaneRow } from "../lanes/lane-rows.ts";

/** The delivery at the front of a lane. */
export interface Front {
  readonly head: Head;
  /** Number of the backend that sent it; `null`: none did, or it is from before there were owners. */
  readonly backend: number | null;
}

interface FrontColumns extends Head {
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

/** Stores a delivery and returns it as the front of a lane. */
export function insertDelivery(
  connection: Connection,
  conversation: number,
  sequence: number,
  draft: Draft,
): Front {
  const { message, sender, recipientId, acceptedAt, identity, backend } = draft;
  const messageSequence = draft.messageSequence ?? sequence;
  connection.run(
    insert,
    conversation,
    sequence,
    messageSequence,
    acceptedAt,
    kindOf(draft.kind, backend ?? firstBackend),
    message,
    identity,
    recipientId,
    sender,
    backend,
  );
  const head = { sequence, messageSequence, message, sender, recipientId, acceptedAt };
  return { head, backend };
}

/** The delivery at the front of a lane. @throws Error when there is none: the lane's row is wrong. */
export function frontOf(connection: Connection, { conversation, kind, head }: LaneRow): Front {
  return present(kind, connection.get<FrontColumns>(headAt, conversation, head));
}

/** The next delivery of a lane after its head. @throws Error when there is none: the lane's count is wrong. */
export function frontAfter(connection: Connection, lane: LaneRow): Front {
  const { conversation, kind, backend, head } = lane;
  const number = kindOf(kind, backend);
  return present(kind, connection.get<FrontColumns>(nextWaiting, conversation, head, number));
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

/** The `kind` of a delivery's row: that of a message is the same whatever the backend. */
function kindOf(kind: LaneKind, backend: number): number {
  return laneNumber(kind, isMessageKind(kind) ? firstBackend : backend);
}

function present(kind: LaneKind, found: FrontColumns | undefined): Front {
  if (found === undefined) throw new Error(`a ${kind} lane has lost its head`);
  const { sequence, messageSequence, message, sender, recipientId, acceptedAt, backend } = found;
  const head = { sequence, messageSequence, message, sender, recipientId, acceptedAt };
  return { head, backend };
}
