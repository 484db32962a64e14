import { type LaneKind, laneKinds } from "@parley/core";
import { fromJson, kindNumber, type StoredLane, toJson } from "@parley/core/sql-store";
import { givenRows } from "../statements/given-rows.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Value, type Write } from "../statements/statement.ts";

/** A lane's row, as this store keeps it. */
export interface LaneRow extends StoredLane {
  /** Where the database has the row, for as long as its lock is held; `null` when it has none yet. */
  ctid: string | null;
}

/** A row as `laneColumns` names it. */
export type LaneColumns = Omit<LaneRow, "kind"> & { readonly kind: number };

export const laneColumns = `l.ctid::text, l.conversation, l.kind, l.channel, l.head, l.waiting, l.attempt, l.started_at as "startedAt",
  l.due, l.parked, l.token, l.owner, l.memo`;

const ofConversations = statement(
  `select ${laneColumns} from lanes l where l.conversation = any($1::bigint[])`,
);
const changeable = `head bigint, waiting integer, attempt integer, started_at bigint, due bigint,
  parked bigint, token bigint, owner text, memo text`;
const insert = statement(`insert into lanes
    (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, token, owner, memo)
  select * from ${givenRows("u", `conversation bigint, kind smallint, channel bigint, ${changeable}`)}`);
// By their places: an upsert would lock each row before it changes it, which is a record of its own in the log, and by
// their keys a table that was all but empty when it was last looked at would be read as a whole for each of them.
const update =
  statement(`update lanes l set head = u.head, waiting = u.waiting, attempt = u.attempt,
    started_at = u.started_at, due = u.due, parked = u.parked, token = u.token, owner = u.owner, memo = u.memo
  from ${givenRows("u", `${changeable}, place tid`)}
  where l.ctid = u.place`);
const remove = statement("delete from lanes where ctid = any($1::tid[])");

/** Of a row that may have other columns as well. */
export function laneOf(row: LaneColumns): LaneRow {
  return {
    ctid: row.ctid,
    conversation: row.conversation,
    kind: laneKinds[row.kind] as LaneKind,
    channel: row.channel,
    head: row.head,
    waiting: row.waiting,
    attempt: row.attempt,
    startedAt: row.startedAt,
    due: row.due,
    parked: row.parked,
    token: row.token,
    owner: row.owner,
    memo: fromJson(row.memo),
  };
}

/** The lanes that one call touches: read together under their locks, changed in memory, written together at its end. */
export class LaneRows {
  readonly #rows = new Map<number, LaneRow>();
  readonly #changed = new Map<number, LaneRow>();
  readonly #gone = new Map<number, LaneRow>();

  /** Reads all lanes of locked conversations. */
  async load(session: Session, conversations: readonly number[]): Promise<void> {
    if (conversations.length === 0) return;
    for (const columns of await session.rows<LaneColumns>(ofConversations, conversations))
      this.keep(laneOf(columns));
  }

  find(conversation: number, kind: LaneKind): LaneRow | undefined {
    return this.#rows.get(laneKey(conversation, kind));
  }

  all(): readonly LaneRow[] {
    return [...this.#rows.values()];
  }

  /** Takes over a row that was read by other means. */
  keep(lane: LaneRow): LaneRow {
    this.#rows.set(laneKey(lane.conversation, lane.kind), lane);
    return lane;
  }

  /** Marks a row to be written, a new one or one that was read. */
  change(lane: LaneRow): void {
    const key = laneKey(lane.conversation, lane.kind);
    // A lane that ended and begins again in one call keeps its row.
    lane.ctid ??= this.#gone.get(key)?.ctid ?? null;
    this.#rows.set(key, lane);
    this.#changed.set(key, lane);
    this.#gone.delete(key);
  }

  remove(lane: LaneRow): void {
    const key = laneKey(lane.conversation, lane.kind);
    this.#rows.delete(key);
    this.#changed.delete(key);
    if (lane.ctid !== null) this.#gone.set(key, lane);
  }

  /** What the call has changed. */
  writes(): readonly Write[] {
    const gone = [...this.#gone.values()];
    const rows = [...this.#changed.values()].sort(inOrder);
    const changed = rows.filter(({ ctid }) => ctid !== null);
    const made = rows.filter(({ ctid }) => ctid === null);
    const removal = { statement: remove, values: [column(gone, "ctid")] };
    const change = { statement: update, values: changedValues(changed) };
    return [
      ...(gone.length > 0 ? [removal] : []),
      ...(changed.length > 0 ? [change] : []),
      ...(made.length > 0 ? [{ statement: insert, values: insertedValues(made) }] : []),
    ];
  }
}

function insertedValues(rows: readonly LaneRow[]): readonly Value[] {
  return [
    column(rows, "conversation"),
    rows.map(numberOfKind),
    column(rows, "channel"),
    ...changeableValues(rows),
  ];
}

function changedValues(rows: readonly LaneRow[]): readonly Value[] {
  return [...changeableValues(rows), column(rows, "ctid")];
}

function changeableValues(rows: readonly LaneRow[]): readonly Value[] {
  return [
    column(rows, "head"),
    column(rows, "waiting"),
    column(rows, "attempt"),
    column(rows, "startedAt"),
    column(rows, "due"),
    column(rows, "parked"),
    column(rows, "token"),
    column(rows, "owner"),
    rows.map(({ memo }) => toJson(memo)),
  ];
}

/** One number for a lane: see `PairMap`. */
export function laneKey(conversation: number, kind: LaneKind): number {
  return conversation * laneKinds.length + kindNumber(kind);
}

function numberOfKind({ kind }: LaneRow): number {
  return kindNumber(kind);
}

function column<Name extends keyof LaneRow>(rows: readonly LaneRow[], name: Name): LaneRow[Name][] {
  return rows.map((row) => row[name]);
}

function inOrder(a: LaneRow, b: LaneRow): number {
  return a.conversation - b.conversation || kindNumber(a.kind) - kindNumber(b.kind);
}
