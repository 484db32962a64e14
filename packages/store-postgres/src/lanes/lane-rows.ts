import type { LaneKind } from "@parley/core";
import {
  fromJson,
  laneNumber,
  laneOfNumber,
  type StoredLane,
  toJson,
} from "@parley/core/sql-store";
import { LaneMap } from "./lane-map.ts";
import { columns, writesOf } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Value, type Write } from "../statements/statement.ts";

/** A lane's row in this store. */
export interface LaneRow extends StoredLane {
  /** The row's place in the table, valid while its lock is held; `null` for a new row. */
  ctid: string | null;
}

/** A row with the columns of `laneColumns`. `lane`: as in `laneNumber`. */
export type LaneColumns = Omit<LaneRow, "kind" | "backend"> & { readonly lane: number };

export const laneColumns = `l.ctid::text, l.conversation, l.kind as lane, l.channel, l.head, l.waiting, l.attempt, l.started_at as "startedAt",
  l.due, l.parked, l.fencing_token as token, l.owner, l.memo, l.paused_since as "pausedSince",
  l.owner_change as "ownerChange"`;

const ofConversations = statement(
  `select ${laneColumns} from lanes l where l.conversation = any($1::bigint[])`,
);
const changeableColumns = `head bigint, waiting integer, attempt integer, started_at bigint, due bigint,
  parked bigint, token bigint, owner text, memo text, paused_since bigint, owner_change text`;
const insert = statement(`insert into lanes
    (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, fencing_token, owner, memo,
      paused_since, owner_change, waiting_notices)
  select u.*, case when u.kind = 3 then u.waiting end from ${givenRows("u", `conversation bigint, kind smallint, channel bigint, ${changeableColumns}`)}`);
// Found by place. An upsert locks each row first, with its own log record. By key, the server might scan the whole
// table for each row, when its statistics say that the table is small.
const update =
  statement(`update lanes l set head = u.head, waiting = u.waiting, attempt = u.attempt,
    started_at = u.started_at, due = u.due, parked = u.parked, fencing_token = u.token, owner = u.owner, memo = u.memo,
    paused_since = u.paused_since, owner_change = u.owner_change, waiting_notices = case when l.kind = 3 then u.waiting end
  from ${givenRows("u", `${changeableColumns}, place tid`)}
  where l.ctid = u.place`);
const remove = statement("delete from lanes where ctid = any($1::tid[])");

/** Picks a lane's columns from a row that may have others. */
export function laneOf(row: LaneColumns): LaneRow {
  return {
    ctid: row.ctid,
    conversation: row.conversation,
    ...laneOfNumber(row.lane),
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
    pausedSince: row.pausedSince,
    ownerChange: row.ownerChange,
  };
}

/**
 * The lanes that one call reads or changes. Read together under their locks, changed in memory, written together at the
 * end.
 */
export class LaneRows {
  readonly #rows = new LaneMap<LaneRow>();
  readonly #changed = new LaneMap<LaneRow>();
  readonly #gone = new LaneMap<LaneRow>();

  /** Reads all lanes of locked conversations. */
  async load(session: Session, conversations: readonly number[]): Promise<void> {
    if (conversations.length === 0) return;
    for (const columns of await session.rows<LaneColumns>(ofConversations, conversations))
      this.keep(laneOf(columns));
  }

  /** `backend`: 0 for the outbound lane. */
  find(conversation: number, kind: LaneKind, backend: number): LaneRow | undefined {
    return this.#rows.get(conversation, kind, backend);
  }

  /** The lane whose lease has this token. */
  leased(conversation: number, kind: LaneKind, token: number): LaneRow | undefined {
    return this.#rows.ofKind(conversation, kind).find((lane) => lane.token === token);
  }

  all(): readonly LaneRow[] {
    return this.#rows.values();
  }

  /** Adds a row that was read elsewhere. */
  keep(lane: LaneRow): LaneRow {
    this.#rows.set(lane, lane);
    return lane;
  }

  /** Marks a new or existing row as changed. */
  change(lane: LaneRow): void {
    // A lane that ends and starts again in one call keeps its row.
    lane.ctid ??= this.#gone.get(lane.conversation, lane.kind, lane.backend)?.ctid ?? null;
    this.#rows.set(lane, lane);
    this.#changed.set(lane, lane);
    this.#gone.delete(lane);
  }

  remove(lane: LaneRow): void {
    this.#rows.delete(lane);
    this.#changed.delete(lane);
    if (lane.ctid !== null) this.#gone.set(lane, lane);
  }

  /** The call's changes. */
  writes(): readonly Write[] {
    const gone = this.#gone.values();
    const rows = [...this.#changed.values()].sort(inOrder);
    const changed = rows.filter(({ ctid }) => ctid !== null);
    const made = rows.filter(({ ctid }) => ctid === null);
    return [
      ...writesOf(remove, gone, (lanes) => columns(lanes, "ctid")),
      ...writesOf(update, changed, (lanes) => [...changeable(lanes), ...columns(lanes, "ctid")]),
      ...writesOf(insert, made, insertedValues),
    ];
  }
}

function insertedValues(lanes: readonly LaneRow[]): readonly Value[] {
  const kinds = lanes.map(numberOf);
  const [conversations = [], channels = []] = columns(lanes, "conversation", "channel");
  return [conversations, kinds, channels, ...changeable(lanes)];
}

function changeable(lanes: readonly LaneRow[]): readonly Value[] {
  return [
    ...columns(lanes, "head", "waiting", "attempt", "startedAt", "due", "parked", "token", "owner"),
    lanes.map(({ memo }) => toJson(memo)),
    ...columns(lanes, "pausedSince", "ownerChange"),
  ];
}

function numberOf({ kind, backend }: LaneRow): number {
  return laneNumber(kind, backend);
}

function inOrder(a: LaneRow, b: LaneRow): number {
  return a.conversation - b.conversation || numberOf(a) - numberOf(b);
}
