import { type LaneKind, laneKinds } from "@parley/core";
import type { Session } from "./session.ts";
import { statement, type Value, type Write } from "./statement.ts";

/** One lane that something waits on. */
export interface LaneRow {
  readonly conversation: number;
  readonly kind: LaneKind;
  readonly channel: number;
  /** Sequence of the delivery at the front. */
  head: number;
  /** How many deliveries wait on it, the head included. */
  waiting: number;
  /** Of the head, as `Progress`. */
  attempt: number;
  startedAt: number | null;
  /** When claimable: the takeover instant while leased; `null` while parked. */
  due: number | null;
  /** Place among the parked lanes of its channel; `null` while it has a seat, or is of another kind. */
  parked: number | null;
  /** Of the lease; `null` without one. */
  token: number | null;
  owner: string | null;
  /** What the head's last `retry` settlement left. */
  memo: string | null;
}

/** A row as `laneColumns` names it. */
export type LaneColumns = Omit<LaneRow, "kind"> & { readonly kind: number };

export const laneColumns = `l.conversation, l.kind, l.channel, l.head, l.waiting, l.attempt, l.started_at as "startedAt",
  l.due, l.parked, l.token, l.owner, l.memo`;

const ofConversations = statement(
  `select ${laneColumns} from lanes l where l.conversation = any($1::bigint[])`,
);
const upsert = statement(`insert into lanes
  (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, token, owner, memo)
  select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::integer[], $6::integer[],
    $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::text[])
  on conflict (conversation, kind) do update set head = excluded.head, waiting = excluded.waiting,
    attempt = excluded.attempt, started_at = excluded.started_at, due = excluded.due, parked = excluded.parked,
    token = excluded.token, owner = excluded.owner, memo = excluded.memo`);
const remove =
  statement(`delete from lanes l using unnest($1::bigint[], $2::smallint[]) as gone (conversation, kind)
  where l.conversation = gone.conversation and l.kind = gone.kind`);

/** The number that stands for a kind in the database. */
export function kindNumber(kind: LaneKind): number {
  return laneKinds.indexOf(kind);
}

/** Of a row that may have other columns as well. */
export function laneOf(row: LaneColumns): LaneRow {
  return {
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
  readonly #rows = new Map<string, LaneRow>();
  readonly #changed = new Map<string, LaneRow>();
  readonly #gone = new Map<string, LaneRow>();

  /** Reads all lanes of locked conversations. */
  async load(session: Session, conversations: readonly number[]): Promise<void> {
    if (conversations.length === 0) return;
    for (const columns of await session.rows<LaneColumns>(ofConversations, conversations))
      this.keep(laneOf(columns));
  }

  find(conversation: number, kind: LaneKind): LaneRow | undefined {
    return this.#rows.get(keyOf(conversation, kind));
  }

  all(): readonly LaneRow[] {
    return [...this.#rows.values()];
  }

  /** Takes over a row that was read by other means. */
  keep(lane: LaneRow): LaneRow {
    this.#rows.set(keyOf(lane.conversation, lane.kind), lane);
    return lane;
  }

  /** Marks a row, old or new, to be written. */
  change(lane: LaneRow): void {
    const key = keyOf(lane.conversation, lane.kind);
    this.#rows.set(key, lane);
    this.#changed.set(key, lane);
    this.#gone.delete(key);
  }

  remove(lane: LaneRow): void {
    const key = keyOf(lane.conversation, lane.kind);
    this.#rows.delete(key);
    this.#changed.delete(key);
    this.#gone.set(key, lane);
  }

  /** What the call has changed. */
  writes(): readonly Write[] {
    const gone = [...this.#gone.values()];
    const removal = {
      statement: remove,
      values: [column(gone, "conversation"), gone.map(numberOfKind)],
    };
    const rows = [...this.#changed.values()].sort(byPlace);
    return [
      ...(gone.length > 0 ? [removal] : []),
      ...(rows.length > 0 ? [{ statement: upsert, values: valuesOf(rows) }] : []),
    ];
  }
}

function valuesOf(rows: readonly LaneRow[]): readonly Value[] {
  return [
    column(rows, "conversation"),
    rows.map(numberOfKind),
    column(rows, "channel"),
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

function keyOf(conversation: number, kind: LaneKind): string {
  return `${conversation} ${kind}`;
}

function numberOfKind({ kind }: LaneRow): number {
  return kindNumber(kind);
}

function column<Name extends keyof LaneRow>(rows: readonly LaneRow[], name: Name): LaneRow[Name][] {
  return rows.map((row) => row[name]);
}

function byPlace(a: LaneRow, b: LaneRow): number {
  return a.conversation - b.conversation || kindNumber(a.kind) - kindNumber(b.kind);
}

/** A memo or a record may hold a text that PostgreSQL's UTF-8 cannot; as JSON it survives. */
export function toJson(text: string | null): string | null {
  return text === null ? null : JSON.stringify(text);
}

export function fromJson(text: string | null): string | null {
  return text === null ? null : (JSON.parse(text) as string);
}
