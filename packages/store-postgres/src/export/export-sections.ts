import type { ChannelKeyEntry, EntryKind, PluginInstanceEntry } from "@parley/core";
import {
  type ConversationColumns,
  type IdempotencyKeyColumns,
  idempotencyKeyEntry,
  laneEntry,
  type LaneEntryColumns,
  type NoticeColumns,
  noticeOf,
  type OwnerChangeColumns,
} from "@parley/core/sql-store";
import { channelColumns, type ChannelColumns, channelOfRow } from "../channels/channel-store.ts";
import { conversationColumns, conversationOfRow } from "../rows/conversation-rows.ts";
import { deliverySection } from "./export-deliveries.ts";
import { type Section, section } from "./export-section.ts";
import { noticeColumns } from "../erase/notice-rows.ts";
import { changeColumns, changeOfRow } from "../owners/owner-changes.ts";
import { type EntryColumns, entryColumns, entryOf } from "../state/entry-rows.ts";
import { comparedContentBytes } from "../rows/seen-identity.ts";

// The first row is not a channel.
const channels = section<"channels", ChannelColumns & { readonly at: number }>({
  table: "channels where position > 0",
  start: [0],
  sql: `select position as at, ${channelColumns} from channels where position > $1 order by position limit $2`,
  entryOf: (row) => ({ ...channelOfRow(row) }),
});

const channelKeys = section<"channelKeys", ChannelKeyEntry & { readonly at: number }>({
  table: "channel_keys",
  start: [0],
  sql: "select channel as at, key, id from channel_keys where channel > $1 order by channel limit $2",
  entryOf: ({ key, id }) => ({ key, id }),
});

const conversations = section<"conversations", ConversationColumns & { readonly at: number }>({
  table: "conversations",
  start: [0],
  sql: `select c.conversation as at, ${conversationColumns} where c.conversation > $1 order by c.conversation limit $2`,
  entryOf: (row, nameOf) => ({
    conversation: conversationOfRow(row, nameOf),
    lastSequence: row.lastSequence,
  }),
});

const lanes = section<"lanes", LaneEntryColumns>({
  table: "lanes",
  start: [0, 0],
  sql: `select l.conversation as at, l.kind as within, c.id as "conversationId", l.head, l.waiting, l.attempt,
      l.started_at as "startedAt", l.due, l.parked, l.fencing_token as token, l.owner, l.memo,
      l.paused_since as "pausedSince", l.owner_change as "ownerChange"
    from lanes l join conversations c on c.conversation = l.conversation
    where (l.conversation, l.kind) > ($1, $2) order by l.conversation, l.kind limit $3`,
  entryOf: laneEntry,
});

const hasTwoContents = `bool_or(conversation = 0) or count(distinct substr(content, 1, ${comparedContentBytes})) > 1`;

const taintedIds = section<
  "taintedIds",
  { readonly at: number; readonly within: string; readonly channelKey: string }
>({
  table: `(select from identities group by channel, message_id having ${hasTwoContents}) as tainted`,
  start: [0, ""],
  sql: `select t.channel as at, encode(t.message_id, 'hex') as within, k.key as "channelKey"
    from (select channel, message_id from identities where (channel, message_id) > ($1, decode($2, 'hex'))
      group by channel, message_id having ${hasTwoContents} order by channel, message_id limit $3) as t
    join channel_keys k on k.channel = t.channel order by t.channel, t.message_id`,
  entryOf: ({ channelKey, within }) => ({ channelKey, messageId: within }),
});

const idempotencyKeys = section<"idempotencyKeys", IdempotencyKeyColumns>({
  table: "idempotency_keys",
  start: [0, ""],
  sql: `select k.conversation as at, k.key as within, c.id as "conversationId", k.accepted_at as "acceptedAt", k.first,
      k.count
    from idempotency_keys k join conversations c on c.conversation = k.conversation
    where (k.conversation, k.key) > ($1, $2) order by k.conversation, k.key limit $3`,
  entryOf: idempotencyKeyEntry,
});

const erasureNotices = section<"erasureNotices", NoticeColumns & { readonly at: number }>({
  table: "erasure_notices",
  start: [0],
  sql: `select position as at, ${noticeColumns} from erasure_notices
    where position > $1 order by position limit $2`,
  entryOf: noticeOf,
});

const pluginInstances = section<
  "pluginInstances",
  Omit<PluginInstanceEntry, "name"> & { readonly at: string }
>({
  table: "plugin_instances",
  start: [""],
  sql: `select name as at, entries, bytes, last_version as "lastVersion" from plugin_instances
    where name > $1 order by name limit $2`,
  entryOf: ({ at, entries, bytes, lastVersion }) => ({ name: at, entries, bytes, lastVersion }),
});

const pluginEntries = section<
  "pluginEntries",
  EntryColumns & { readonly at: string; readonly within: string }
>({
  table: "plugin_entries",
  start: ["", ""],
  sql: `select e.instance as at, e.key as within, ${entryColumns} from plugin_entries e
    where (e.instance, e.key) > ($1, $2) order by e.instance, e.key limit $3`,
  entryOf: (row) => ({ instance: row.at, ...entryOf(row) }),
});

const ownerChanges = section<
  "ownerChanges",
  OwnerChangeColumns & {
    readonly at: number;
    readonly within: number;
    readonly conversationId: string;
  }
>({
  table: "owner_changes",
  start: [0, 0],
  sql: `select o.conversation as at, o.position as within, c.id as "conversationId",
      ${changeColumns}
    from owner_changes o join conversations c on c.conversation = o.conversation
    where (o.conversation, o.position) > ($1, $2) order by o.conversation, o.position limit $3`,
  entryOf: (row, nameOf) => ({
    conversationId: row.conversationId,
    ...changeOfRow(row, nameOf),
  }),
});

/** How to read entries of every kind. */
export const sections: { readonly [Kind in EntryKind]: Section<Kind> } = {
  channels,
  channelKeys,
  conversations,
  deliveries: deliverySection,
  lanes,
  taintedIds,
  idempotencyKeys,
  erasureNotices,
  pluginInstances,
  pluginEntries,
  ownerChanges,
};
