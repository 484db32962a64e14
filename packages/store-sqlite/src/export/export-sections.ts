import {
  type ChannelKeyEntry,
  type EntryKind,
  type IdempotencyKeyEntry,
  type LaneEntry,
  type LaneKind,
  laneKinds,
} from "@parley/core";
import { type ChannelColumns, channelOf } from "../channels/channel-store.ts";
import {
  type ConversationColumns,
  conversationColumns,
  conversationOf,
} from "../rows/conversation-rows.ts";
import { deliverySection } from "./export-deliveries.ts";
import { type Placed, type Section, section } from "./export-section.ts";
import { identityPartsOf } from "../rows/identity-parts.ts";
import { fromJson } from "../lanes/lane-rows.ts";

// The row in the first place is no channel.
const channels = section<"channels", ChannelColumns & { readonly at: number }>({
  table: "channels where position > 0",
  start: [0],
  sql: `select position as at, id, key, revision, created_at as createdAt, secrets, definition
    from channels where position > +? order by position limit +?`,
  entryOf: (row) => ({ ...channelOf(row.id, row, () => row.definition) }),
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
  sql: `select c.conversation as at, ${conversationColumns} where c.conversation > +? order by c.conversation limit +?`,
  entryOf: (row) => ({ conversation: conversationOf(row), lastSequence: row.lastSequence }),
});

type LaneRow = Omit<LaneEntry, "kind" | "lease"> & {
  readonly at: number;
  readonly within: number;
  readonly token: number | null;
  readonly owner: string | null;
};

const lanes = section<"lanes", LaneRow>({
  table: "lanes",
  start: [0, 0],
  sql: `select l.conversation as at, l.kind as within, c.id as conversationId, l.head, l.waiting, l.attempt,
      l.started_at as startedAt, l.due, l.parked, l.token, l.owner, l.memo
    from lanes l join conversations c on c.conversation = l.conversation
    where (l.conversation, l.kind) > (+?, +?) order by l.conversation, l.kind limit +?`,
  entryOf: ({ at: _at, within, token, owner, memo, ...lane }) => ({
    ...lane,
    kind: laneKinds[within] as LaneKind,
    lease: token === null || owner === null ? null : { token, owner },
    memo: fromJson(memo),
  }),
});

const taintedIds = section<"taintedIds", { readonly at: string }>({
  table: "tainted",
  start: [""],
  sql: "select hex(identity) as at from tainted where identity > unhex(+?) order by identity limit +?",
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

const idempotencyKeys = section<"idempotencyKeys", IdempotencyKeyEntry & Placed>({
  table: "idempotency_keys",
  start: [0, ""],
  sql: `select k.conversation as at, k.key as within, c.id as conversationId, k.accepted_at as acceptedAt, k.first,
      k.count
    from idempotency_keys k join conversations c on c.conversation = k.conversation
    where (k.conversation, k.key) > (+?, +?) order by k.conversation, k.key limit +?`,
  entryOf: ({ conversationId, within, acceptedAt, first, count }) => ({
    conversationId,
    key: JSON.parse(String(within)) as string,
    acceptedAt,
    first,
    count,
  }),
});

/** How entries of every kind are read. */
export const sections: { readonly [Kind in EntryKind]: Section<Kind> } = {
  channels,
  channelKeys,
  conversations,
  deliveries: deliverySection,
  lanes,
  taintedIds,
  idempotencyKeys,
};
