import type { Conversation, InboundAppend } from "@parley/core";
import { type ConversationColumns, conversationOf } from "@parley/core/sql-store";
import { givenRows } from "../statements/given-rows.ts";
import { PairMap } from "../statements/pair-map.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Write } from "../statements/statement.ts";
import { blockSize } from "../lanes/tokens.ts";

/** One conversation inside one call. */
export interface ConversationRow {
  /** Rises with creation; settles ties wherever instants are equal. */
  readonly number: number;
  /** The number of its channel key. */
  readonly channel: number;
  current: Conversation;
  lastSequence: number;
}

/** What `ConversationColumns` names. */
export const conversationColumns = `
  c.conversation as number, c.channel, c.last_sequence as "lastSequence", c.id, k.key as "channelKey",
  k.id as "channelId", c.visitor_key as "visitorKey", c.visitor_id as "visitorId", c.profile,
  c.created_at as "createdAt", c.last_message_at as "lastMessageAt"
  from conversations c join channel_keys k on k.channel = c.channel`;

// Whoever makes the row first makes the conversation: the other waits here, and gets that row.
const insertOrLock =
  statement(`with block as materialized (select nextval('conversation_blocks') * ${blockSize} as first),
  made as (
    insert into conversations as c
      (conversation, id, channel, visitor_key, visitor_id, profile, created_at, last_message_at, last_sequence)
    select block.first + ordinal, id, channel, visitor_key, '', '{}', $5, $5, 0
      from block, ${givenRows("one", "id text, channel bigint, visitor_key text, ordinal bigint")}
      order by channel, visitor_key
    on conflict (channel, visitor_key) do update set visitor_id = c.visitor_id
    returning *
  )
  select c.conversation between block.first and block.first + ${blockSize - 1} as "isNew",
    ${conversationColumns.replace("from conversations c", "from block, made c")}`);
const update = statement(`update conversations c
  set visitor_id = u.visitor_id, profile = u.profile, last_message_at = u.last_message_at, last_sequence = u.last_sequence
  from ${givenRows("u", "conversation bigint, visitor_id text, profile text, last_message_at bigint, last_sequence bigint")}
  where c.conversation = u.conversation`);

/** The conversations that one call touches: locked and read together, written together at its end. */
export class ConversationRows {
  readonly #byNumber = new Map<number, ConversationRow>();
  readonly #byId = new Map<string, ConversationRow>();
  readonly #byVisitor = new PairMap<string, string, ConversationRow>();
  /** Rows made for visitors whose first append is still to come. */
  readonly #unborn = new PairMap<string, string, ConversationRow>();
  readonly #changed = new Set<ConversationRow>();

  /** Makes rows for visitors without one, in an order of their own, after the locks. */
  async make(
    session: Session,
    firsts: readonly { readonly append: InboundAppend; readonly channel: number }[],
    now: number,
  ): Promise<void> {
    if (firsts.length === 0) return;
    const rows = await session.rows<ConversationColumns & { readonly isNew: boolean }>(
      insertOrLock,
      firsts.map(({ append }) => append.candidateId),
      firsts.map(({ channel }) => channel),
      firsts.map(({ append }) => append.visitorKey),
      firsts.map((_, ordinal) => ordinal),
      now,
    );
    for (const columns of rows) {
      const row = rowOf(columns);
      const { channelKey, visitorKey } = row.current;
      if (columns.isNew) this.#unborn.set(channelKey, visitorKey, row);
      else this.keep(row);
    }
  }

  /** Numbers of all rows, those that are not yet born included. */
  numbers(): readonly number[] {
    return [...this.#byNumber.keys(), ...this.#unborn.values().map(({ number }) => number)];
  }

  byId(id: string): ConversationRow | undefined {
    return this.#byId.get(id);
  }

  byNumber(number: number): ConversationRow | undefined {
    return this.#byNumber.get(number);
  }

  byVisitor(channelKey: string, visitorKey: string): ConversationRow | undefined {
    return this.#byVisitor.get(channelKey, visitorKey);
  }

  /** The visitor's row, born or not. */
  madeFor({ channelKey, visitorKey }: InboundAppend): ConversationRow | undefined {
    return this.#byVisitor.get(channelKey, visitorKey) ?? this.#unborn.get(channelKey, visitorKey);
  }

  /** The conversation that this append makes. */
  create(append: InboundAppend): ConversationRow {
    const row = this.#unborn.get(append.channelKey, append.visitorKey);
    if (row === undefined) throw new Error("no row was made for a new conversation");
    row.current = { ...row.current, visitorId: append.visitorId };
    return this.keep(row);
  }

  /** Marks the row to be written. */
  change(row: ConversationRow): void {
    this.#changed.add(row);
  }

  /** Takes over a row that leases are told of, and to which nothing is written: it may have been read without its lock. */
  show(row: ConversationRow): ConversationRow {
    if (!this.#byNumber.has(row.number)) this.#byNumber.set(row.number, row);
    return row;
  }

  /** Takes over a locked row. */
  keep(row: ConversationRow): ConversationRow {
    this.#byNumber.set(row.number, row);
    this.#byId.set(row.current.id, row);
    this.#byVisitor.set(row.current.channelKey, row.current.visitorKey, row);
    return row;
  }

  /** What the call has changed. */
  writes(): readonly Write[] {
    const rows = [...this.#changed].sort((a, b) => a.number - b.number);
    if (rows.length === 0) return [];
    const values = [
      rows.map(({ number }) => number),
      rows.map(({ current }) => current.visitorId),
      rows.map(({ current }) => JSON.stringify(current.profile)),
      rows.map(({ current }) => current.lastMessageAt),
      rows.map(({ lastSequence }) => lastSequence),
    ];
    return [{ statement: update, values }];
  }
}

export function rowOf(columns: ConversationColumns): ConversationRow {
  const { number, channel, lastSequence } = columns;
  return { number, channel, lastSequence, current: conversationOf(columns) };
}
