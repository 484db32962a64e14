import type { ChannelKeyEntry, EntryKind, PluginInstanceEntry } from "@parley/core";
import {
  type ConversationColumns,
  type IdempotencyKeyColumns,
  idempotencyKeyEntry,
  laneEntry,
  type LaneEntryColumns,
  type NoticeColumns,
  noticeOf,
  ownerChangeOf,
} from "@parley/core/sql-store";
import { type ChannelColumns, channelOfRow } from "../channels/channel-store.ts";
import {
  conversationColumns,
  conversationOfRow,
  conversationTables,
} from "../rows/conversation-rows.ts";
import { deliverySection } from "./export-deliveries.ts";
import { type Section, section } from "./export-section.ts";
import { noticeColumns } from "../erase/notice-rows.ts";
import { changeColumns, type PlacedChange } from "../owners/owner-changes.ts";
import { type EntryColumns, entryColumns, entryOf } from "../state/entry-rows.ts";
import { identityPartsOf } from "../rows/identity-parts.ts";

// The first row is not a channel.
const channels = section<"channels", ChannelColumns & { readonly at: number }>({
  table: "channels where position > 0",
  start: [0],
  sql: `select position as at, id, key, revision, created_at as createdAt, secrets, definition
    from channels where position > +? order by position limit +?`,
  entryOf: (row) => ({ ...channelOfRow(row.id, row, () => row.definition) }),
});

const channelKeys = section<"channelKeys", ChannelKeyEntry & { readonly at: number }>({
  table: "channel_keys",
  start: [0],
  sql: "select channel as at, key, id from channel_keys where channel > +? order by channel limit +?",
  entryOf: ({ key, id }) => ({ key, id }),
});

const conversations = section<"conversations", ConversationColumns & { readonly at: number }>({
  table: "conversations",
  start: [0],
  sql: `select c.conversation as at, ${conversationColumns} from ${conversationTables} where c.conversation > +? order by c.conversation limit +?`,
  entryOf: (row, connection) => ({
    conversation: conversationOfRow(row, connection),
    lastSequence: row.lastSequence,
  }),
});

const lanes = section<"lanes", LaneEntryColumns>({
  table: "lanes",
  start: [0, 0],
  sql: `select l.conversation as at, l.kind as within, c.id as conversationId, l.head, l.waiting, l.attempt,
      l.started_at as startedAt, l.due, l.parked, l.fencing_token as token, l.owner, l.memo,
      l.paused_since as pausedSince, l.owner_change as ownerChange
    from lanes l join conversations c on c.conversation = l.conversation
    where (l.conversation, l.kind) > (+?, +?) order by l.conversation, l.kind limit +?`,
  entryOf: (row, { backends }) => laneEntry(row, backends.nameOf),
});

const taintedIds = section<"taintedIds", { readonly at: string }>({
  table: "tainted_ids",
  start: [""],
  sql: "select hex(identity) as at from tainted_ids where identity > unhex(+?) order by identity limit +?",
  entryOf: ({ at }, connection) => {
    const { channel, messageId } = identityPartsOf(Buffer.from(at, "hex"));
    const known = connection.get<{ key: string }>(
      "select key from channel_keys where channel = ?",
      channel,
    );
    if (known === undefined) throw new Error("an id is tainted on a channel without a key");
    return { channelKey: known.key, messageId };
  },
});

const idempotencyKeys = section<"idempotencyKeys", IdempotencyKeyColumns>({
  table: "idempotency_keys",
  start: [0, ""],
  sql: `select k.conversation as at, k.key as within, c.id as conversationId, k.accepted_at as acceptedAt, k.first,
      k.count
    from idempotency_keys k join conversations c on c.conversation = k.conversation
    where (k.conversation, k.key) > (+?, +?) order by k.conversation, k.key limit +?`,
  entryOf: idempotencyKeyEntry,
});

const erasureNotices = section<"erasureNotices", NoticeColumns & { readonly at: number }>({
  table: "erasure_notices",
  start: [0],
  sql: `select position as at, ${noticeColumns} from erasure_notices
    where position > +? order by position limit +?`,
  entryOf: (row, { backends }) => noticeOf(row, backends.nameOf),
});

const pluginInstances = section<
  "pluginInstances",
  Omit<PluginInstanceEntry, "name"> & { readonly at: string }
>({
  table: "plugin_instances",
  start: [""],
  sql: `select name as at, entries, bytes, last_version as lastVersion from plugin_instances
    where name > +? order by name limit +?`,
  entryOf: ({ at, entries, bytes, lastVersion }) => ({ name: at, entries, bytes, lastVersion }),
});

const pluginEntries = section<
  "pluginEntries",
  EntryColumns & { readonly at: string; readonly within: string }
>({
  table: "plugin_entries",
  start: ["", ""],
  sql: `select instance as at, key as within, ${entryColumns} from plugin_entries
    where (instance, key) > (+?, +?) order by instance, key limit +?`,
  entryOf: (row) => ({ instance: row.at, ...entryOf(row) }),
});

const ownerChanges = section<
  "ownerChanges",
  PlacedChange & {
    readonly at: number;
    readonly within: number;
    readonly conversationId: string;
  }
>({
  table: "owner_changes",
  start: [0, 0],
  sql: `select h.conversation as at, h.number as within, c.id as conversationId, ${changeColumns}
    from owner_changes h join conversations c on c.conversation = h.conversation
    where (h.conversation, h.number) > (+?, +?) order by h.conversation, h.number limit +?`,
  entryOf: (row, { backends }) => ({
    conversationId: row.conversationId,
    ...ownerChangeOf(row, backends.nameOf),
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
