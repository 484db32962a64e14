import type { Conversation, InboundAppend } from "@parley/core";
import type { Connection } from "./connection.ts";

/** One conversation inside one call. */
export interface ConversationRow {
  /** Rises with creation; settles ties wherever instants are equal. */
  readonly number: number;
  /** The number of its channel key. */
  readonly channel: number;
  current: Conversation;
  lastSequence: number;
}

/** A row as `conversationColumns` names it. */
export interface ConversationColumns {
  readonly number: number;
  readonly channel: number;
  readonly lastSequence: number;
  readonly id: string;
  readonly channelKey: string;
  readonly channelId: string;
  readonly visitorKey: string;
  readonly visitorId: string;
  readonly profile: string;
  readonly createdAt: number;
  readonly lastMessageAt: number;
}

export const conversationColumns = `
  c.conversation as number, c.channel, c.last_sequence as lastSequence, c.id, k.key as channelKey, k.id as channelId,
  c.visitor_key as visitorKey, c.visitor_id as visitorId, c.profile, c.created_at as createdAt,
  c.last_message_at as lastMessageAt
  from conversations c join channel_keys k on k.channel = c.channel`;

const byId = `select ${conversationColumns} where c.id = +?`;
const byNumber = `select ${conversationColumns} where c.conversation = +?`;
const byVisitor = `select ${conversationColumns} where k.key = +? and c.visitor_key = +?`;
const insert = `insert into conversations
  (conversation, id, channel, visitor_key, visitor_id, profile, created_at, last_message_at, last_sequence)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const update = `update conversations
  set visitor_id = ?, profile = ?, last_message_at = ?, last_sequence = ? where conversation = ?`;

/** The conversations that one call touches: each is read once, and written once, by `save`. */
export class ConversationRows {
  readonly #connection: Connection;
  readonly #byNumber = new Map<number, ConversationRow>();
  readonly #byId = new Map<string, ConversationRow>();
  readonly #byVisitor = new Map<string, ConversationRow>();
  readonly #created = new Set<ConversationRow>();
  readonly #changed = new Set<ConversationRow>();
  #lastNumber: number | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  byId(id: string): ConversationRow | undefined {
    return this.#byId.get(id) ?? this.#load(byId, id);
  }

  byNumber(number: number): ConversationRow | undefined {
    return this.#byNumber.get(number) ?? this.#load(byNumber, number);
  }

  byVisitor(channelKey: string, visitorKey: string): ConversationRow | undefined {
    const known = this.#byVisitor.get(visitorRef(channelKey, visitorKey));
    return known ?? this.#load(byVisitor, channelKey, visitorKey);
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
    const channel = channelNumber(this.#connection, channelKey, channelId);
    const row = this.#keep({ number: this.#nextNumber(), channel, current, lastSequence: 0 });
    this.#created.add(row);
    return row;
  }

  /** Marks the row to be written. */
  change(row: ConversationRow): void {
    this.#changed.add(row);
  }

  /** To be called at the end of a write. */
  save(): void {
    for (const row of this.#created) this.#insert(row);
    for (const row of this.#changed) if (!this.#created.has(row)) this.#update(row);
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

  #load(sql: string, ...values: (string | number)[]): ConversationRow | undefined {
    const columns = this.#connection.get<ConversationColumns>(sql, ...values);
    if (columns === undefined) return undefined;
    const { number, channel, lastSequence } = columns;
    const known = this.#byNumber.get(number);
    return known ?? this.#keep({ number, channel, lastSequence, current: conversationOf(columns) });
  }

  #keep(row: ConversationRow): ConversationRow {
    this.#byNumber.set(row.number, row);
    this.#byId.set(row.current.id, row);
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

export function conversationOf(columns: ConversationColumns): Conversation {
  const { id, channelKey, channelId, visitorKey, visitorId, createdAt, lastMessageAt } = columns;
  const profile = JSON.parse(columns.profile) as Conversation["profile"];
  return { id, channelKey, channelId, visitorKey, visitorId, profile, createdAt, lastMessageAt };
}

function channelNumber(connection: Connection, key: string, id: string): number {
  const known = connection.get<{ channel: number }>(
    "select channel from channel_keys where key = ?",
    key,
  );
  if (known !== undefined) return known.channel;
  connection.run("insert into channel_keys (key, id) values (?, ?)", key, id);
  return channelNumber(connection, key, id);
}

function visitorRef(channelKey: string, visitorKey: string): string {
  return `${channelKey}\n${visitorKey}`;
}
