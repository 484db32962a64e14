import type {
  Channel,
  ChannelKeyEntry,
  ConversationEntry,
  EntryKind,
  ErasureNoticeEntry,
  IdempotencyKeyEntry,
  LaneEntry,
  OwnerChangeEntry,
  PluginInstanceEntry,
  PluginStateEntry,
  StoreEntry,
  TaintedIdEntry,
} from "@parley/core";
import { claimableAt, firstBackend, laneNumber, toJson } from "@parley/core/sql-store";
import type { Client } from "pg";
import { columnsOf } from "../channels/channel-store.ts";
import { type NumberOf, numbersFor } from "./import-backends.ts";
import { insertDeliveries } from "./import-deliveries.ts";
import { columnsOfChange } from "../owners/owner-changes.ts";
import { insertColumns } from "../statements/insert-columns.ts";
import { blockSize } from "../lanes/tokens.ts";

/** Maximum number of conversations on a page: their numbers come from one block. */
const largestPage = blockSize;

const channels = `insert into channels (id, key, revision, created_at, secrets, definition)
  select id, key, revision, created_at, secrets, definition
  from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
    with ordinality as u (id, key, revision, created_at, secrets, definition, ordinal) order by ordinal`;
const channelKeys = `insert into channel_keys (key, id)
  select key, id from unnest($1::text[], $2::text[]) with ordinality as u (key, id, ordinal) order by ordinal`;
const conversations = `with block as materialized (select nextval('conversation_numbers') as first)
  insert into conversations
    (conversation, id, channel, visitor_key, visitor_id, profile, created_at, last_message_at, last_sequence,
      backend, assignee, fence)
  select block.first + u.ordinal - 1, u.id, k.channel, u.visitor_key, u.visitor_id, u.profile, u.created_at,
    u.last_message_at, u.last_sequence, u.backend, u.assignee, u.fence
  from block, unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
      $9::integer[], $10::text[], $11::bigint[])
    with ordinality as u (id, channel_key, visitor_key, visitor_id, profile, created_at, last_message_at,
      last_sequence, backend, assignee, fence, ordinal)
  join channel_keys k on k.key = u.channel_key`;
const lanes = `insert into lanes
    (conversation, kind, channel, head, waiting, attempt, started_at, due, parked, fencing_token, owner, memo,
      paused_since, owner_change, waiting_notices)
  select c.conversation, u.kind, c.channel, u.head, u.waiting, u.attempt, u.started_at, u.due, u.parked, u.token,
    u.owner, u.memo, u.paused_since, u.owner_change, case when u.kind = 3 then u.waiting end
  from unnest($1::text[], $2::smallint[], $3::bigint[], $4::integer[], $5::integer[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::text[])
    as u (id, kind, head, waiting, attempt, started_at, due, parked, token, owner, memo, paused_since, owner_change)
  join conversations c on c.id = u.id`;
const taintedIds = `insert into identities (channel, message_id, content, conversation, accepted_at, first, count)
  select k.channel, decode(u.message_id, 'hex'), '\\x'::bytea, 0, 0, 0, 0
  from unnest($1::text[], $2::text[]) as u (channel_key, message_id) join channel_keys k on k.key = u.channel_key`;
const idempotencyKeys = `insert into idempotency_keys (conversation, key, accepted_at, first, count)
  select c.conversation, u.key, u.accepted_at, u.first, u.count
  from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::integer[]) as u (id, key, accepted_at, first, count)
  join conversations c on c.id = u.id`;

const erasureNotices = `insert into erasure_notices (conversation_id, channel_id, owners)
  select conversation_id, channel_id, owners from unnest($1::text[], $2::text[], $3::text[])
    with ordinality as u (conversation_id, channel_id, owners, ordinal) order by ordinal`;

const pluginInstances = `insert into plugin_instances (name, entries, bytes, last_version)
  select name, entries, bytes, last_version
  from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as u (name, entries, bytes, last_version)`;
const pluginEntries = `insert into plugin_entries
    (instance, key, value, version, conversation_id, due, expires_at, woken, claim_token, claim_until, failures, erased,
      claimable_at)
  select instance, key, value, version, conversation_id, due, expires_at, woken = 1, claim_token, claim_until, failures,
    erased = 1, claimable_at
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::smallint[],
      $9::text[], $10::bigint[], $11::integer[], $12::smallint[], $13::bigint[])
    as u (instance, key, value, version, conversation_id, due, expires_at, woken, claim_token, claim_until, failures,
      erased, claimable_at)`;

const ownerChanges = `insert into owner_changes
    (conversation, at, name, from_backend, from_assignee, to_backend, to_assignee, fence, by, why)
  select c.conversation, u.at, u.name, u.from_backend, u.from_assignee, u.to_backend, u.to_assignee, u.fence, u.by, u.why
  from unnest($1::text[], $2::bigint[], $3::text[], $4::integer[], $5::text[], $6::integer[], $7::text[], $8::bigint[],
      $9::text[], $10::text[])
    with ordinality as u (id, at, name, from_backend, from_assignee, to_backend, to_assignee, fence, by, why, ordinal)
  join conversations c on c.id = u.id order by u.ordinal`;

const channelValues = (channel: Channel) => {
  const { id, key, revision, createdAt, secrets, definition } = columnsOf(channel);
  return [id, key, revision, createdAt, secrets, definition];
};
const channelKeyValues = ({ key, id }: ChannelKeyEntry) => [key, id];
const conversationValues = (
  { conversation, lastSequence }: ConversationEntry,
  numberOf: NumberOf,
) => {
  const { backend, assignee, fence } = conversation.owner;
  const owner = [numberOf(backend), toJson(assignee), fence];
  const { id, channelKey, visitorKey, visitorId, createdAt, lastMessageAt } = conversation;
  const profile = JSON.stringify(conversation.profile);
  const times = [createdAt, lastMessageAt, lastSequence];
  return [id, channelKey, visitorKey, visitorId, profile, ...times, ...owner];
};
const laneValues = (lane: LaneEntry, numberOf: NumberOf) => {
  const { conversationId, kind, head, waiting, attempt, startedAt, due, parked, lease } = lane;
  const { token, owner } = lease ?? { token: null, owner: null };
  const number = laneNumber(kind, numberOf(lane.backend) ?? firstBackend);
  const place = [conversationId, number, head, waiting];
  const progress = [attempt, startedAt, due, parked, token, owner, toJson(lane.memo)];
  return [...place, ...progress, lane.pausedSince, lane.ownerChange];
};
const taintedIdValues = ({ channelKey, messageId }: TaintedIdEntry) => [channelKey, messageId];
const idempotencyKeyValues = (entry: IdempotencyKeyEntry) => {
  const { conversationId, key, acceptedAt, first, count } = entry;
  return [conversationId, JSON.stringify(key), acceptedAt, first, count];
};
const erasureNoticeValues = (
  { conversationId, channelId, owners }: ErasureNoticeEntry,
  numberOf: NumberOf,
) => [conversationId, channelId, owners && JSON.stringify(owners.map(numberOf))];

const pluginInstanceValues = ({ name, entries, bytes, lastVersion }: PluginInstanceEntry) => [
  name,
  entries,
  bytes,
  lastVersion,
];
const pluginEntryValues = (entry: PluginStateEntry) => {
  const { instance, key, value, version, conversationId, due, expiresAt, claim, failures } = entry;
  const content = [instance, key, value, version, conversationId, due, expiresAt];
  const call = [Number(entry.isWoken), claim?.token ?? null, claim?.until ?? null, failures];
  return [...content, ...call, Number(entry.isErased), claimableAt(entry)];
};

const ownerChangeValues = (entry: OwnerChangeEntry, numberOf: NumberOf) => {
  const { changedAt, name, fence, changedBy, why, ...owners } = columnsOfChange(entry, numberOf);
  const from = [owners.fromBackend, owners.fromAssignee];
  const to = [owners.toBackend, owners.toAssignee];
  return [entry.conversationId, changedAt, name, ...from, ...to, fence, changedBy, why];
};

type Insert<Kind extends EntryKind> = (
  client: Client,
  entries: readonly StoreEntry<Kind>[],
) => Promise<void>;

/** How to write entries of every kind, inside a transaction. @throws Error when an entry's parent is missing */
export const inserts: { readonly [Kind in EntryKind]: Insert<Kind> } = {
  channels: (client, entries) => insertColumns(client, channels, entries.map(channelValues)),
  channelKeys: (client, entries) =>
    insertColumns(client, channelKeys, entries.map(channelKeyValues)),
  conversations: async (client, entries) => {
    if (entries.length > largestPage)
      throw new Error(`a page of conversations holds ${largestPage} at most`);
    const names = entries.map(({ conversation }) => conversation.owner.backend);
    const numberOf = await numbersFor(client, names);
    const rows = entries.map((entry) => conversationValues(entry, numberOf));
    await insertColumns(client, conversations, rows);
  },
  deliveries: insertDeliveries,
  lanes: async (client, entries) => {
    const numberOf = await numbersFor(
      client,
      entries.map(({ backend }) => backend),
    );
    const rows = entries.map((entry) => laneValues(entry, numberOf));
    await insertColumns(client, lanes, rows);
  },
  taintedIds: (client, entries) => insertColumns(client, taintedIds, entries.map(taintedIdValues)),
  idempotencyKeys: (client, entries) =>
    insertColumns(client, idempotencyKeys, entries.map(idempotencyKeyValues)),
  erasureNotices: async (client, entries) => {
    const names = entries.flatMap(({ owners }) => owners ?? []);
    const numberOf = await numbersFor(client, names);
    const rows = entries.map((entry) => erasureNoticeValues(entry, numberOf));
    await insertColumns(client, erasureNotices, rows);
  },
  pluginInstances: (client, entries) =>
    insertColumns(client, pluginInstances, entries.map(pluginInstanceValues)),
  pluginEntries: (client, entries) =>
    insertColumns(client, pluginEntries, entries.map(pluginEntryValues)),
  ownerChanges: async (client, entries) => {
    const names = entries.flatMap(({ from, to }) => [from.backend, to.backend]);
    const numberOf = await numbersFor(client, names);
    const rows = entries.map((entry) => ownerChangeValues(entry, numberOf));
    await insertColumns(client, ownerChanges, rows);
  },
};
