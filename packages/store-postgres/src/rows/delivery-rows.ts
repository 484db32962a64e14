import { type Head, isMessageKind, type LaneKind, type Verdict } from "@parley/core";
import { deliveryNumber, type Draft, laneOfNumber, states, toJson } from "@parley/core/sql-store";
import { columns, writesOf } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { LaneMap, type LaneRef } from "../lanes/lane-map.ts";
import { PairMap } from "../statements/pair-map.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Value, type Write } from "../statements/statement.ts";

/** A delivery that a call adds. `isQueued`: it waits behind another one of its lane. */
interface Inserted {
  readonly row: DeliveryRow;
  readonly isQueued: boolean;
}

/** A delivery with the call's changes. */
export interface DeliveryRow extends Head {
  readonly conversation: number;
  readonly kind: LaneKind;
  /** As in `Draft`. */
  readonly backend: number | null;
  readonly identity: Uint8Array | null;
  state: number;
  /** On a message's first delivery: sequence of its newest one, once it was sent again. */
  newest: number | null;
}

/** The head of a lane. */
export interface HeadRow {
  readonly head: Head;
  /** As in `Draft`; `null`, too: it is from before there were owners. */
  readonly backend: number | null;
}

interface Change {
  state: number | null;
  failure: string | null;
  record: string | null;
  newest: number | null;
}

/** A row as read. `kind`: as in `deliveryNumber`. */
export type DeliveryColumns = Omit<DeliveryRow, "kind"> & { readonly kind: number };

const deliveryColumns = `d.conversation, d.sequence, d.kind, d.state, d.message_sequence as "messageSequence", d.newest,
  d.accepted_at as "acceptedAt", d.recipient_id as "recipientId", d.sender, d.message, d.backend, null as identity`;
const givenPlaces = givenRows("place", "conversation bigint, sequence bigint");
const byPlaces = statement(`select ${deliveryColumns}
  from ${givenPlaces}
  join deliveries d on d.conversation = place.conversation and d.sequence = place.sequence`);
const withNewest = statement(`select ${deliveryColumns}
  from ${givenPlaces}
  join deliveries f on f.conversation = place.conversation and f.sequence = place.sequence
  join deliveries d on d.conversation = f.conversation and d.sequence in (f.sequence, f.newest)`);
const insert = statement(`insert into deliveries
  (conversation, sequence, kind, state, message_sequence, accepted_at, identity, recipient_id, sender, message, backend,
    queued)
  select conversation, sequence, kind, 0, message_sequence, accepted_at, identity, recipient_id, sender, message, backend,
    queued = 1
  from ${givenRows(
    "u",
    `conversation bigint, sequence bigint, kind smallint, message_sequence bigint, accepted_at bigint, identity bytea,
    recipient_id text, sender text, message text, backend integer, queued smallint`,
  )}`);
// A settled delivery is not queued. If it never was, no index changes.
const update = statement(`update deliveries d set state = coalesce(u.state, d.state),
    failure = coalesce(u.failure, d.failure), record = coalesce(u.record, d.record),
    newest = coalesce(u.newest, d.newest), queued = d.queued and u.state is null
  from ${givenRows("u", "conversation bigint, sequence bigint, state smallint, failure text, record text, newest bigint")}
  where d.conversation = u.conversation and d.sequence = u.sequence`);
const remove = statement(`delete from deliveries d
  using ${givenPlaces}
  where d.conversation = place.conversation and d.sequence = place.sequence`);

const unchanged: Change = { state: null, failure: null, record: null, newest: null };

/** Key of a delivery. */
export interface Place {
  readonly conversation: number;
  readonly sequence: number;
}

/** The deliveries that one call reads or changes. Written together at the end. */
export class DeliveryRows {
  readonly #rows = new PairMap<number, number, DeliveryRow>();
  /** The delivery after a lane's head, by lane. */
  readonly #followers = new LaneMap<DeliveryRow>();
  readonly #inserted: Inserted[] = [];
  readonly #changes = new PairMap<number, number, Place & Change>();
  readonly #gone: Place[] = [];

  /** Adds the delivery after a lane's head. */
  keepFollower(lane: LaneRef, row: DeliveryColumns): void {
    this.#followers.set(lane, this.keep(row));
  }

  /** Adds a row that was read elsewhere. */
  keep(row: DeliveryColumns): DeliveryRow {
    const { conversation, sequence } = row;
    const known = this.#rows.get(conversation, sequence);
    if (known !== undefined) return known;
    const { kind } = laneOfNumber(row.kind);
    const kept = { ...row, kind };
    this.#rows.set(conversation, sequence, kept);
    return kept;
  }

  async load(session: Session, places: readonly Place[]): Promise<void> {
    await this.#loadBy(byPlaces, session, places);
  }

  /** Reads first deliveries of messages together with their newest ones. */
  async loadMessages(session: Session, places: readonly Place[]): Promise<void> {
    await this.#loadBy(withNewest, session, places);
  }

  find(conversation: number, sequence: number): DeliveryRow | undefined {
    return this.#rows.get(conversation, sequence);
  }

  /** @throws Error when it was not read: the lane's head is wrong. */
  head(conversation: number, sequence: number): HeadRow {
    const row = this.find(conversation, sequence);
    if (row === undefined) throw new Error("a lane has lost its head");
    return headOf(row);
  }

  /**
   * The delivery after the head that the lane had at the start of the call. Otherwise the first one that the call has
   * added.
   */
  follower(lane: LaneRef): DeliveryRow {
    const stored = this.#followers.get(lane.conversation, lane.kind, lane.backend);
    const row = stored ?? this.#inserted.find((one) => isOn(one.row, lane))?.row;
    if (row === undefined) throw new Error(`a lane of kind ${lane.kind} has lost its head`);
    return row;
  }

  insert(conversation: number, sequence: number, draft: Draft, isQueued: boolean): DeliveryRow {
    const messageSequence = draft.messageSequence ?? sequence;
    const place = { conversation, sequence, messageSequence };
    const row: DeliveryRow = { ...draft, ...place, state: states.waiting, newest: null };
    this.#inserted.push({ row, isQueued });
    this.#rows.set(conversation, sequence, row);
    return row;
  }

  settle(place: Place, verdict: Exclude<Verdict, { kind: "retry" }>): void {
    this.#change(place, {
      state: states[verdict.kind],
      failure: verdict.kind === "failed" ? JSON.stringify(verdict.failure) : null,
      record: toJson(verdict.record),
    });
  }

  /** Records the newer delivery of a failed one on the message's first delivery. */
  supersede(first: Place, failed: Place, newest: number): void {
    this.#change(failed, { state: states.superseded });
    this.#change(first, { newest });
  }

  remove(place: Place): void {
    this.#gone.push(place);
  }

  /** The call's changes. */
  writes(): readonly Write[] {
    return [
      ...writesOf(insert, this.#inserted, insertedValues),
      ...writesOf(update, this.#changes.values(), changedValues),
      ...writesOf(remove, this.#gone, placesOf),
    ];
  }

  async #loadBy(found: typeof byPlaces, session: Session, places: readonly Place[]): Promise<void> {
    if (places.length === 0) return;
    const rows = await session.rows<DeliveryColumns>(found, ...placesOf(places));
    for (const row of rows) this.keep(row);
  }

  #change({ conversation, sequence }: Place, change: Partial<Change>): void {
    const before = this.#changes.get(conversation, sequence) ?? unchanged;
    this.#changes.set(conversation, sequence, { ...before, ...change, conversation, sequence });
    const row = this.#rows.get(conversation, sequence);
    if (row === undefined) return;
    row.state = change.state ?? row.state;
    row.newest = change.newest ?? row.newest;
  }
}

export function headOf(row: DeliveryRow): HeadRow {
  const { sequence, messageSequence, message, sender, recipientId, acceptedAt, backend } = row;
  const head = { sequence, messageSequence, message, sender, recipientId, acceptedAt };
  return { head, backend };
}

function insertedValues(inserted: readonly Inserted[]): readonly Value[] {
  const rows = inserted.map(({ row }) => row);
  return [
    ...placesOf(rows),
    rows.map(({ kind, backend }) => deliveryNumber(kind, backend)),
    ...columns(rows, "messageSequence", "acceptedAt", "identity"),
    ...columns(rows, "recipientId", "sender", "message", "backend"),
    inserted.map(({ isQueued }) => (isQueued ? 1 : 0)),
  ];
}

function changedValues(changes: readonly (Place & Change)[]): readonly Value[] {
  return [...placesOf(changes), ...columns(changes, "state", "failure", "record", "newest")];
}

function placesOf(places: readonly Place[]): readonly (readonly number[])[] {
  return columns(places, "conversation", "sequence");
}

/** A conversation has one lane of its visitor's messages, whoever owns it. */
function isOn(row: DeliveryRow, { conversation, kind, backend }: LaneRef): boolean {
  if (row.conversation !== conversation || row.kind !== kind) return false;
  return isMessageKind(kind) || row.backend === backend;
}
