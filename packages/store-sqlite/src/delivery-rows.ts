import type { Head, LaneKind, Outcome, Verdict } from "@parley/core";
import type { Connection, Value } from "./connection.ts";
import { kindNumber, type LaneRow, toJson } from "./lane-rows.ts";

/** Where a delivery is put. */
export interface Place {
  readonly position: number;
  readonly conversation: number;
  readonly sequence: number;
}

/** What makes a delivery besides its place. */
export interface Draft {
  readonly kind: LaneKind;
  readonly message: string;
  readonly sender: string | null;
  readonly recipientId: string | null;
  /** When the message was accepted: sending again does not change it. */
  readonly acceptedAt: number;
  /** `null` for a message's first delivery. */
  readonly messageSequence: number | null;
  /** What tells a client's own retry of it; `null` when nothing does. */
  readonly identity: Uint8Array | null;
}

/** The numbers that stand for states in the database. */
export const states = { waiting: 0, delivered: 1, failed: 2, superseded: 3 } as const;
const outcomes: readonly Outcome[] = ["waiting", "delivered", "failed", "failed"];

const headColumns = `sequence, message_sequence as messageSequence, message, sender, recipient_id as recipientId,
  accepted_at as acceptedAt`;
const insert = `insert into deliveries
  (position, conversation, sequence, kind, state, message_sequence, accepted_at, fresh, recipient_id, sender, message)
  values (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?)`;
// The condition walks over settled rows and rows of other lanes, each of them once in a lane's life.
const nextWaiting = `select ${headColumns} from deliveries
  where conversation = +? and sequence > +? and kind = +? and state = 0 order by sequence limit 1`;

const settled = "update deliveries set state = ?, failure = ?, record = ? where";
const settledHead = `${settled} conversation = ? and sequence = ?`;
const settledPosition = `${settled} position = ?`;

/** Stores a delivery, and answers it as the head that it is or will be. */
export function insertDelivery(
  connection: Connection,
  { position, conversation, sequence }: Place,
  draft: Draft,
): Head {
  const { message, sender, recipientId, acceptedAt, identity } = draft;
  const messageSequence = draft.messageSequence ?? sequence;
  const values: Value[] = [messageSequence, acceptedAt, identity, recipientId, sender, message];
  connection.run(insert, position, conversation, sequence, kindNumber(draft.kind), ...values);
  return { sequence, messageSequence, message, sender, recipientId, acceptedAt };
}

/** @throws Error when there is none: then the lane's count is wrong. */
export function headAfter(
  connection: Connection,
  conversation: number,
  kind: LaneKind,
  sequence: number,
): Head {
  const head = connection.get<Head>(nextWaiting, conversation, sequence, kindNumber(kind));
  if (head === undefined) throw new Error(`a ${kind} lane has lost its head`);
  return head;
}

/** Writes what became of a lane's head. */
export function settleDelivery(
  connection: Connection,
  { conversation, head, position }: LaneRow,
  verdict: Exclude<Verdict, { kind: "retry" }>,
): void {
  const failure = verdict.kind === "failed" ? JSON.stringify(verdict.failure) : null;
  const record = toJson(verdict.record);
  const values = [states[verdict.kind], failure, record] as const;
  if (position === null) connection.run(settledHead, ...values, conversation, head);
  else connection.run(settledPosition, ...values, position);
}

export function deleteDelivery(
  connection: Connection,
  conversation: number,
  sequence: number,
): void {
  connection.run(
    "delete from deliveries where conversation = ? and sequence = ?",
    conversation,
    sequence,
  );
}

/** The word for a state's number. */
export function outcomeOf(state: number): Outcome {
  return outcomes[state] ?? "failed";
}
