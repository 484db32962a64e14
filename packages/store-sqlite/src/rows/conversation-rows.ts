import type { InboundAppend } from "@parley/core";
import { type ConversationColumns, conversationOf } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { KnownConversation } from "../write-behind/conversation-cache.ts";
import type { WriteBehind } from "../write-behind/write-behind.ts";

/** A conversation within one call. */
export interface ConversationRow extends KnownConversation {
  /** Position of the first delivery that the call adds. */
  since: number | null;
}

/** Matches `ConversationColumns`. */
export const conversationColumns = `
  c.conversation as number, c.channel, c.last_sequence as lastSequence, c.id, k.key as channelKey, k.id as channelId,
  c.visitor_key as visitorKey, c.visitor_id as visitorId, c.profile, c.created_at as createdAt,
  c.last_message_at as lastMessageAt
  from conversations c join channel_keys k on k.channel = c.channel`;

const byId = `select ${conversationColumns} where c.id = +?`;
const byNumber = `select ${conversationColumns} where c.conversation = +?`;
const ofVisitor = `select conversation as number, last_sequence as lastSequence, id, visitor_key as visitorKey,
    visitor_id as visitorId, profile, created_at as createdAt, last_message_at as lastMessageAt
  from conversations where channel = +? and visitor_key = +?`;
const atPlace = `${ofVisitor} and conversation = +?`;
const insert = `insert into conversations
  (conversation, id, channel, visitor_key, visitor_id, profile, created_at, last_message_at, last_sequence)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = `update conversations
  set visitor_id = ?, profile = ?, last_message_at = ?, last_sequence = ? where conversation = ?`;

type VisitorColumns = Omit<ConversationColumns, "channel" | "channelKey" | "channelId">;

/**
 * The conversations that one call reads or changes. Each is one object and is written once, by `save`. Only new
 * activity is left to the tail.
 */
export class ConversationRows {
  readonly #connection: Connection;
  readonly #writeBehind: WriteBehind;
  readonly #byNumber = new Map<number, ConversationRow>();
  // Conversations that have no row yet.
  readonly #byId = new Map<string, ConversationRow>();
  // Only those that the cache does not know.
  readonly #byVisitor = new Map<string, ConversationRow>();
  readonly #created = new Set<ConversationRow>();
  readonly #changed = new Set<ConversationRow>();
  #lastNumber: number | null = null;

  constructor(connection: Connection, writeBehind: WriteBehind) {
    this.#connection = connection;
    this.#writeBehind = writeBehind;
  }

  byId(id: string): ConversationRow | undefined {
    const { conversations } = this.#writeBehind;
    return this.#byId.get(id) ?? this.#copy(conversations.byId(id)) ?? this.#load(byId, id);
  }

  byNumber(number: number): ConversationRow | undefined {
    const known = this.#byNumber.get(number);
    if (known !== undefined) return known;
    return (
      this.#copy(this.#writeBehind.conversations.byNumber(number)) ?? this.#load(byNumber, number)
    );
  }

  byVisitor(channelKey: string, visitorKey: string): ConversationRow | undefined {
    const cached = this.#copy(this.#writeBehind.conversations.byVisitor(channelKey, visitorKey));
    if (cached !== undefined) return cached;
    const own = this.#byVisitor.get(visitorRef(channelKey, visitorKey));
    return own ?? this.#find(channelKey, visitorKey);
  }

  create(append: InboundAppend, now: number): ConversationRow {
    const { candidateId: id, channelKey, channelId, visitorKey, visitorId } = append;
    const current = {
      id,
      channelKey,
      channelId,
      visitorKey,
      visitorId,
      profile: {},
      createdAt: now,
      lastMessageAt: now,
    };
    const channel = this.#writeBehind.channels.number(this.#connection, channelKey, channelId);
    const number = this.#nextNumber();
    const row = this.#add({ number, channel, current, lastSequence: 0, since: null });
    this.#byId.set(id, row);
    this.#created.add(row);
    return row;
  }

  /** Marks the row as changed. */
  change(row: ConversationRow): void {
    this.#changed.add(row);
  }

  /** Records a new delivery. With a `position`, the delivery itself holds the activity, so the row is not written. */
  extend(row: ConversationRow, position: number | null): void {
    if (position === null) this.change(row);
    else row.since ??= position;
  }

  /** Call it at the end of a write. */
  save(): void {
    for (const row of this.#created) this.#insert(row);
    for (const row of this.#changed) if (!this.#created.has(row)) this.#update(row);
  }

  /** Call it once the transaction has been committed. */
  keep(): void {
    const { activities, conversations } = this.#writeBehind;
    for (const row of this.#byNumber.values()) {
      const { number, current, lastSequence, since } = row;
      const { lastMessageAt } = current;
      if (this.#created.has(row) || this.#changed.has(row)) activities.written(number);
      else if (since !== null) activities.note(number, { lastSequence, lastMessageAt, since });
      conversations.put(row);
    }
  }

  #insert({ number, channel, current, lastSequence }: ConversationRow): void {
    const { id, visitorKey, visitorId, createdAt, lastMessageAt } = current;
    const profile = JSON.stringify(current.profile);
    this.#connection.run(
      insert,
      number,
      id,
      channel,
      visitorKey,
      visitorId,
      profile,
      createdAt,
      lastMessageAt,
      lastSequence,
    );
  }

  #update({ number, current, lastSequence }: ConversationRow): void {
    const { visitorId, profile, lastMessageAt } = current;
    this.#connection.run(
      update,
      visitorId,
      JSON.stringify(profile),
      lastMessageAt,
      lastSequence,
      number,
    );
  }

  /** The visitor's conversation, by the cached position or else by the index. */
  #find(channelKey: string, visitorKey: string): ConversationRow | undefined {
    const known = this.#writeBehind.channels.find(this.#connection, channelKey);
    if (known === undefined) return undefined;
    const { channel, id: channelId } = known;
    const place = this.#writeBehind.conversations.placeOf(channelKey, visitorKey);
    const columns =
      (place === undefined
        ? undefined
        : this.#connection.get<VisitorColumns>(atPlace, channel, visitorKey, place)) ??
      this.#connection.get<VisitorColumns>(ofVisitor, channel, visitorKey);
    return columns && this.#loaded({ ...columns, channel, channelKey, channelId });
  }

  #load(sql: string, value: string | number): ConversationRow | undefined {
    const columns = this.#connection.get<ConversationColumns>(sql, value);
    return columns && this.#loaded(columns);
  }

  #loaded(columns: ConversationColumns): ConversationRow {
    const { number, channel } = columns;
    // The cache may have dropped it since the call began.
    const own = this.#byNumber.get(number);
    if (own !== undefined) return own;
    const { lastSequence, lastMessageAt } = this.#writeBehind.activities.get(number) ?? columns;
    const current = conversationOf({ ...columns, lastMessageAt });
    return this.#add({ number, channel, lastSequence, current, since: null });
  }

  /** The cache holds the state of the last commit, so a call changes a copy. */
  #copy(known: KnownConversation | undefined): ConversationRow | undefined {
    if (known === undefined) return undefined;
    const { number, channel, current, lastSequence } = known;
    const own = this.#byNumber.get(number);
    if (own !== undefined) return own;
    const row = { number, channel, current, lastSequence, since: null };
    this.#byNumber.set(number, row);
    return row;
  }

  #add(row: ConversationRow): ConversationRow {
    this.#byNumber.set(row.number, row);
    this.#byVisitor.set(visitorRef(row.current.channelKey, row.current.visitorKey), row);
    return row;
  }

  #nextNumber(): number {
    this.#lastNumber ??=
      this.#connection.get<{ last: number | null }>(
        "select max(conversation) as last from conversations",
      )?.last ?? 0;
    this.#lastNumber += 1;
    return this.#lastNumber;
  }
}

/** Key of one visitor on one channel. */
function visitorRef(channelKey: string, visitorKey: string): string {
  return `${channelKey}\n${visitorKey}`;
}
