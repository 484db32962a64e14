import type { Head, LaneKind, Verdict } from "@parley/core";
import { type Draft, kindNumber, states, toJson } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { Value } from "../connection/statement-runner.ts";
import type { LaneRow } from "../lanes/lane-rows.ts";
import { type RowKind, rowKind } from "../write-behind/row-buffer.ts";
import type { TailDeliveries } from "../write-behind/tail-deliveries.ts";

/** Where a delivery is stored. */
export interface Place {
  readonly position: number;
  readonly conversation: number;
  readonly sequence: number;
}

/** The next head, with its position if known. */
export interface Follower {
  readonly head: Head;
  readonly position: number | null;
}

const headColumns = `d.sequence, d.message_sequence as messageSequence, d.message, d.sender, d.recipient_id as recipientId,
  d.accepted_at as acceptedAt`;
const into = `insert into deliveries
  (position, conversation, sequence, message_sequence, accepted_at, message, identity, recipient_id, sender, kind, state) values`;
// Passing values is the main cost of writing a row, so this variant passes fewer.
const unaddressed = rowKind(into, "(?, ?, ?, ?, ?, ?, ?, null, null, ?, 0)");
const addressed = rowKind(into, "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)");
const placeOne = "insert into sequences (conversation, sequence, position) values (?, ?, ?)";
const findPosition = "select position from sequences where conversation = +? and sequence = +?";
// The condition skips settled rows and rows of other lanes. Each is skipped once in a lane's life.
const nextWaiting = `select ${headColumns} from sequences s cross join deliveries d on d.position = s.position
  where s.conversation = +? and s.sequence > +? and d.kind = +? and d.state = 0 order by s.sequence limit 1`;
const waitingAt = `select ${headColumns} from deliveries d where d.position = ? and d.state = 0`;
const settled =
  "update deliveries set state = ?, failure = ?, record = ?, next_started = ? where position = ?";
// Depends on no buffered insert: a delivery is settled in a later transaction than the one that added it.
const delivered: RowKind = {
  ...rowKind("update deliveries set state = 1, record = some.column1 from (values", "(+?, +?)", {
    after: ") some where position = some.column2",
  }),
  one: "update deliveries set state = 1, record = ? where position = ?",
};

/** Reads and writes deliveries, found through `sequences` or the tail. */
export class DeliveryRows {
  readonly #connection: Connection;
  readonly #tail: TailDeliveries;

  constructor(connection: Connection, tail: TailDeliveries) {
    this.#connection = connection;
    this.#tail = tail;
  }

  /**
   * Stores a delivery and returns it as a head. A delivery that is sent again is entered in `sequences` at once: the
   * first delivery of its message refers to it.
   */
  insert({ position, conversation, sequence }: Place, draft: Draft): Head {
    const { message, sender, recipientId, acceptedAt, identity } = draft;
    const kind = kindNumber(draft.kind);
    const messageSequence = draft.messageSequence ?? sequence;
    const values: Value[] = [position, conversation, sequence, messageSequence];
    values.push(acceptedAt, message, identity);
    if (recipientId === null && sender === null) this.#connection.add(unaddressed, ...values, kind);
    else this.#connection.add(addressed, ...values, recipientId, sender, kind);
    this.#tail.add({ position, conversation, sequence, kind, acceptedAt });
    if (draft.messageSequence !== null) {
      this.#connection.run(placeOne, conversation, sequence, position);
      this.#tail.doubt(position);
    }
    return { sequence, messageSequence, message, sender, recipientId, acceptedAt };
  }

  /** `null` when there is no such delivery. */
  positionOf(conversation: number, sequence: number): number | null {
    const known = this.#tail.find(conversation, sequence)?.position;
    if (known !== undefined) return known;
    const row = this.#connection.get<{ position: number }>(findPosition, conversation, sequence);
    return row?.position ?? null;
  }

  /**
   * The delivery after a settled head; with its `position` when the lane has no row.
   * @throws Error when there is none: the lane's count is wrong.
   */
  follower({ conversation, kind, head: sequence, position }: LaneRow): Follower {
    if (position === null)
      return { head: this.headAfter(conversation, kind, sequence), position: null };
    return present(kind, this.#headInTail(conversation, kindNumber(kind), sequence));
  }

  /** The delivery at the front of a lane. @throws Error when there is none: the lane's row is wrong. */
  headOf({ conversation, kind, head: sequence }: LaneRow): Head {
    const position = this.#tail.find(conversation, sequence)?.position;
    const head =
      position === undefined ? undefined : this.#connection.get<Head>(waitingAt, position);
    return head ?? this.headAfter(conversation, kind, sequence - 1);
  }

  /** @throws Error when there is none: the lane's count is wrong. */
  headAfter(conversation: number, kind: LaneKind, sequence: number): Head {
    const number = kindNumber(kind);
    const inTail = this.#headInTail(conversation, number, sequence)?.head;
    // Everything after a delivery of the tail is in the tail too.
    const isKnown = this.#tail.find(conversation, sequence) !== undefined;
    const indexed = isKnown ? undefined : this.#headInIndex(conversation, number, sequence);
    return present(kind, sooner(indexed, inTail));
  }

  /**
   * Writes the result of a lane's head. For a lane without a row, also records that the next one could start at `now`.
   */
  settle(
    { conversation, head, position, waiting }: LaneRow,
    verdict: Exclude<Verdict, { kind: "retry" }>,
    now: number,
  ): void {
    const failure = verdict.kind === "failed" ? JSON.stringify(verdict.failure) : null;
    const record = toJson(verdict.record);
    const at = position ?? this.positionOf(conversation, head);
    const next = position !== null && waiting > 1 ? now : null;
    if (verdict.kind === "delivered" && next === null) this.#connection.add(delivered, record, at);
    else this.#connection.run(settled, states[verdict.kind], failure, record, next, at);
  }

  delete(conversation: number, sequence: number): void {
    const at = this.positionOf(conversation, sequence);
    this.#connection.run("delete from deliveries where position = ?", at);
    if (at !== null) this.#tail.doubt(at);
  }

  #headInIndex(conversation: number, kind: number, sequence: number): Head | undefined {
    return this.#connection.get<Head>(nextWaiting, conversation, sequence, kind);
  }

  #headInTail(
    conversation: number,
    kind: number,
    sequence: number,
  ): (Follower & { readonly position: number }) | undefined {
    let next = this.#tail.next(conversation, kind, sequence);
    while (next !== undefined) {
      const head = this.#connection.get<Head>(waitingAt, next.position);
      if (head !== undefined) return { head, position: next.position };
      next = this.#tail.next(conversation, kind, next.sequence);
    }
    return undefined;
  }
}

function present<Found>(kind: LaneKind, found: Found | undefined): Found {
  if (found === undefined) throw new Error(`a ${kind} lane has lost its head`);
  return found;
}

function sooner(one: Head | undefined, other: Head | undefined): Head | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.sequence <= other.sequence ? one : other;
}
