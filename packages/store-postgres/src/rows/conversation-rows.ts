import type { Conversation, InboundAppend, Owner } from "@parley/core";
import { type ConversationColumns, conversationOf, fromJson, toJson } from "@parley/core/sql-store";
import { writesOf } from "../statements/columns.ts";
import { givenRows } from "../statements/given-rows.ts";
import { PairMap } from "../statements/pair-map.ts";
import type { Session } from "../connection/session.ts";
import { statement, type Write } from "../statements/statement.ts";
import { blockSize } from "../lanes/tokens.ts";

/** A conversation within one call. */
export interface ConversationRow {
  /** Rises with creation. It breaks ties between equal instants. */
  readonly number: number;
  /** Number of its channel key. */
  readonly channel: number;
  current: Conversation;
  lastSequence: number;
  /** Number of the owner's backend; `null`: nobody's. */
  backend: number | null;
}

/** Matches `ConversationColumns`, with `withChannelKey`. */
export const selectedColumns = `
  c.conversation as number, c.channel, c.last_sequence as "lastSequence", c.id, k.key as "channelKey",
  k.id as "channelId", c.visitor_key as "visitorKey", c.visitor_id as "visitorId", c.profile,
  c.created_at as "createdAt", c.last_message_at as "lastMessageAt",
  c.backend, c.assignee, c.fence`;
export const withChannelKey = "join channel_keys k on k.channel = c.channel";
export const conversationColumns = `${selectedColumns}
  from conversations c ${withChannelKey}`;

// The first transaction to insert the row creates the conversation. Others wait here, and get its row.
const insertOrLock =
  statement(`with block as materialized (select nextval('conversation_numbers') as first),
  made as (
    insert into conversations as c
      (conversation, id, channel, visitor_key, visitor_id, profile, created_at, last_message_at, last_sequence,
        backend)
    select block.first + ordinal, id, channel, visitor_key, '', '{}', $6, $6, 0, backend
      from block,
        ${givenRows("one", "id text, channel bigint, visitor_key text, ordinal bigint, backend integer")}
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
const updateOwners = statement(`update conversations c
  set backend = u.backend, assignee = u.assignee, fence = u.fence
  from ${givenRows("u", "conversation bigint, backend integer, assignee text, fence bigint")}
  where c.conversation = u.conversation`);
const due = statement(`insert into search_due (conversation) select unnest($1::bigint[])
  on conflict (conversation) do update set revision = search_due.revision + 1`);

/** The conversations that one call reads or changes. Locked and read together, written together at the end. */
export class ConversationRows {
  readonly #byNumber = new Map<number, ConversationRow>();
  readonly #byId = new Map<string, ConversationRow>();
  readonly #byVisitor = new PairMap<string, string, ConversationRow>();
  /** Rows created for visitors whose first append comes later in the batch. */
  readonly #unborn = new PairMap<string, string, ConversationRow>();
  readonly #changed = new Set<ConversationRow>();
  /** Their profiles changed although they got no message, which would show it to the search index. */
  readonly #onlyProfiles = new Set<ConversationRow>();
  readonly #newOwners = new Set<ConversationRow>();

  /** Creates rows for new visitors, in sorted order, after the locks. */
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
      firsts.map(({ append }) => session.backends.numberOf(append.backend)),
      now,
    );
    for (const columns of rows) {
      const row = rowOf(columns, session.backends.nameOf);
      const { channelKey, visitorKey } = row.current;
      if (columns.isNew) this.#unborn.set(channelKey, visitorKey, row);
      else this.keep(row);
    }
  }

  /** Numbers of all rows, including those whose first append comes later. */
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

  /** The visitor's row, before or after its first append. */
  madeFor({ channelKey, visitorKey }: InboundAppend): ConversationRow | undefined {
    return this.#byVisitor.get(channelKey, visitorKey) ?? this.#unborn.get(channelKey, visitorKey);
  }

  /** The conversation that this append creates. */
  create(append: InboundAppend): ConversationRow {
    const row = this.#unborn.get(append.channelKey, append.visitorKey);
    if (row === undefined) throw new Error("no row was made for a new conversation");
    row.current = { ...row.current, visitorId: append.visitorId };
    return this.keep(row);
  }

  /** Marks the row as changed. */
  change(row: ConversationRow): void {
    this.#changed.add(row);
  }

  /** Marks the row's profile as changed by a repeat. */
  changeProfileOnly(row: ConversationRow): void {
    this.#onlyProfiles.add(row);
  }

  /** `backend`: number of the owner's backend. */
  changeOwner(row: ConversationRow, owner: Owner, backend: number | null): void {
    row.current = { ...row.current, owner };
    row.backend = backend;
    this.#newOwners.add(row);
  }

  /** Adds a row for leases only. Nothing is written to it, so it may have been read without a lock. */
  show(row: ConversationRow): ConversationRow {
    if (!this.#byNumber.has(row.number)) this.#byNumber.set(row.number, row);
    return row;
  }

  /** Adds a locked row. */
  keep(row: ConversationRow): ConversationRow {
    this.#byNumber.set(row.number, row);
    this.#byId.set(row.current.id, row);
    this.#byVisitor.set(row.current.channelKey, row.current.visitorKey, row);
    return row;
  }

  /** The call's changes. */
  writes(): readonly Write[] {
    const changed = [...this.#changed].sort((a, b) => a.number - b.number);
    return [
      ...writesOf(update, changed, (rows) => [
        rows.map(({ number }) => number),
        rows.map(({ current }) => current.visitorId),
        rows.map(({ current }) => JSON.stringify(current.profile)),
        rows.map(({ current }) => current.lastMessageAt),
        rows.map(({ lastSequence }) => lastSequence),
      ]),
      ...writesOf(updateOwners, [...this.#newOwners], (rows) => [
        rows.map(({ number }) => number),
        rows.map(({ backend }) => backend),
        rows.map(({ current }) => toJson(current.owner.assignee)),
        rows.map(({ current }) => current.owner.fence),
      ]),
      ...writesOf(due, [...this.#onlyProfiles], (rows) => [rows.map(({ number }) => number)]),
    ];
  }
}

/** `nameOf`: the name of a backend's number. */
export function rowOf(
  columns: ConversationColumns,
  nameOf: (backend: number) => string,
): ConversationRow {
  const { number, channel, lastSequence, backend } = columns;
  return { number, channel, lastSequence, backend, current: conversationOfRow(columns, nameOf) };
}

/** The conversation in a row. Its assignee is JSON, which holds any text. */
export function conversationOfRow(
  columns: ConversationColumns,
  nameOf: (backend: number) => string,
): Conversation {
  if (columns.assignee === null) return conversationOf(columns, nameOf);
  return conversationOf({ ...columns, assignee: fromJson(columns.assignee) }, nameOf);
}
