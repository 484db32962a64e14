import type { Conversation, InboundAppend, Owner } from "@parley/core";
import {
  type ConversationColumns,
  conversationOf,
  firstOwner,
  fromJson,
  toJson,
} from "@parley/core/sql-store";
import type { Memory } from "../connection/memory.ts";
import type { Connection } from "../connection/connection.ts";
import type { ConversationCache, KnownConversation } from "./conversation-cache.ts";

/** A conversation within one call. */
export interface ConversationRow {
  readonly number: number;
  /** Number of its channel key. */
  readonly channel: number;
  current: Conversation;
  lastSequence: number;
}

/** Matches `ConversationColumns`, except that the assignee is JSON. */
export const conversationColumns = `
  c.conversation as number, c.channel, a.last_sequence as lastSequence, c.id, k.key as channelKey, k.id as channelId,
  c.visitor_key as visitorKey, c.visitor_id as visitorId, c.profile, c.created_at as createdAt,
  a.last_message_at as lastMessageAt, c.backend, c.assignee, c.fence`;
export const conversationTables = `conversations c join activities a on a.conversation = c.conversation
  join channel_keys k on k.channel = c.channel`;
const select = `select ${conversationColumns} from ${conversationTables}`;
const byId = `${select} where c.id = +?`;
const byNumber = `${select} where c.conversation = +?`;
const byVisitor = `select ${conversationColumns} from channel_keys k cross join conversations c on c.channel = k.channel
  cross join activities a on a.conversation = c.conversation where k.key = +? and c.visitor_key = +?`;
const insert = `insert into conversations (id, channel, visitor_key, visitor_id, profile, created_at, backend)
  values (?, ?, ?, ?, ?, ?, ?) returning conversation as number`;
const insertActivity =
  "insert into activities (conversation, last_message_at, last_sequence) values (?, ?, ?)";
const update = "update conversations set visitor_id = ?, profile = ? where conversation = ?";
const updateOwner =
  "update conversations set backend = ?, assignee = ?, fence = ? where conversation = ?";
const updateActivity =
  "update activities set last_message_at = ?, last_sequence = ? where conversation = ?";

/** Names a conversation, by one of its keys. */
type Key =
  | { readonly number: number }
  | { readonly id: string }
  | { readonly channelKey: string; readonly visitorKey: string };

/** A conversation as its rows are. */
export function findConversation(connection: Connection, key: Key): ConversationRow | undefined {
  const columns =
    "number" in key
      ? connection.get<ConversationColumns>(byNumber, key.number)
      : "id" in key
        ? connection.get<ConversationColumns>(byId, key.id)
        : connection.get<ConversationColumns>(byVisitor, key.channelKey, key.visitorKey);
  if (columns === undefined) return undefined;
  const { number, channel, lastSequence } = columns;
  return { number, channel, lastSequence, current: conversationOfRow(columns, connection) };
}

/** The conversation in a row. Its assignee is JSON, which holds any text. */
export function conversationOfRow(
  columns: ConversationColumns,
  { backends }: Connection,
): Conversation {
  if (columns.assignee === null) return conversationOf(columns, backends.nameOf);
  return conversationOf({ ...columns, assignee: fromJson(columns.assignee) }, backends.nameOf);
}

/** The conversations that one call reads or changes. Each is one object. `save` writes the changed ones. */
export class ConversationRows {
  readonly #connection: Connection;
  readonly #memory: Memory;
  readonly #byNumber = new Map<number, ConversationRow>();
  readonly #byId = new Map<string, ConversationRow>();
  readonly #changed = new Set<ConversationRow>();
  readonly #newOwners = new Set<ConversationRow>();
  readonly #active = new Set<ConversationRow>();

  constructor(connection: Connection, memory: Memory) {
    this.#connection = connection;
    this.#memory = memory;
  }

  byId(id: string): ConversationRow | undefined {
    return this.#byId.get(id) ?? this.#copy(this.#known.byId(id)) ?? this.#load({ id });
  }

  byNumber(number: number): ConversationRow | undefined {
    return (
      this.#byNumber.get(number) ??
      this.#copy(this.#known.byNumber(number)) ??
      this.#load({ number })
    );
  }

  byVisitor(channelKey: string, visitorKey: string): ConversationRow | undefined {
    return (
      this.#copy(this.#known.byVisitor(channelKey, visitorKey)) ??
      this.#load({ channelKey, visitorKey })
    );
  }

  create(append: InboundAppend, now: number): ConversationRow {
    const { candidateId: id, channelKey, channelId, visitorKey, visitorId, backend } = append;
    const channel = this.#memory.channels.number(this.#connection, channelKey, channelId);
    const profile = {};
    const given = this.#connection.get<{ number: number }>(
      insert,
      id,
      channel,
      visitorKey,
      visitorId,
      JSON.stringify(profile),
      now,
      this.#connection.backends.numberOf(backend),
    );
    const number = given?.number ?? 0;
    this.#connection.run(insertActivity, number, now, 0);
    const times = { createdAt: now, lastMessageAt: now };
    const visitor = { channelKey, channelId, visitorKey, visitorId, profile };
    const current = { id, ...visitor, ...times, owner: firstOwner(backend) };
    return this.#add({ number, channel, current, lastSequence: 0 });
  }

  /** Its visitor's id or profile has changed. */
  change(row: ConversationRow): void {
    this.#changed.add(row);
  }

  changeOwner(row: ConversationRow, owner: Owner): void {
    row.current = { ...row.current, owner };
    this.#newOwners.add(row);
  }

  /** It has a new delivery. @returns the sequence for it. */
  extend(row: ConversationRow): number {
    this.#active.add(row);
    row.lastSequence += 1;
    return row.lastSequence;
  }

  /** Writes the changes. Call it at the end of a write. */
  save(): void {
    for (const { number, current } of this.#changed)
      this.#connection.run(update, current.visitorId, JSON.stringify(current.profile), number);
    for (const { number, current } of this.#newOwners) this.#saveOwner(number, current.owner);
    for (const { number, current, lastSequence } of this.#active)
      this.#connection.run(updateActivity, current.lastMessageAt, lastSequence, number);
    this.#memory.afterCommit(() => this.#keep());
  }

  #saveOwner(number: number, owner: Owner): void {
    const backend = this.#connection.backends.numberOfOwner(owner);
    this.#connection.run(updateOwner, backend, toJson(owner.assignee), owner.fence, number);
  }

  #keep(): void {
    for (const { number, channel, current, lastSequence } of this.#byNumber.values())
      this.#known.put({ number, channel, current, lastSequence });
  }

  get #known(): ConversationCache {
    return this.#memory.conversations;
  }

  /** The cache holds the state of the last commit, so a call changes a copy. */
  #copy(known: KnownConversation | undefined): ConversationRow | undefined {
    return known && (this.#byNumber.get(known.number) ?? this.#add({ ...known }));
  }

  #load(key: Key): ConversationRow | undefined {
    const row = findConversation(this.#connection, key);
    return row && (this.#byNumber.get(row.number) ?? this.#add(row));
  }

  #add(row: ConversationRow): ConversationRow {
    this.#byNumber.set(row.number, row);
    this.#byId.set(row.current.id, row);
    return row;
  }
}
