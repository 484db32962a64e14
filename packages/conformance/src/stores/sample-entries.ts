import type {
  DeliveryEntry,
  EntryKind,
  LaneEntry,
  OwnerChangeEntry,
  PluginStateEntry,
  StoreEntries,
} from "@parley/core";
import { hostileTexts } from "../samples/hostile-texts.ts";
import { aChannel, aText } from "../samples/samples.ts";

const now = 1_700_000_000_000;
const conversation = {
  id: "shop-key-1",
  channelKey: "shop-key",
  channelId: "shop",
  visitorKey: "1",
  visitorId: '"1"',
  profile: { name: "Ada", email: "ada@shop.example" },
  createdAt: now,
  lastMessageAt: now + 5,
  owner: { backend: "sales", assignee: "ada@desk", fence: 2 },
};

const delivery: DeliveryEntry = {
  conversationId: conversation.id,
  sequence: 1,
  kind: "inbound",
  state: "delivered",
  messageSequence: 1,
  newest: null,
  acceptedAt: now,
  identity: { messageId: "a1".repeat(16), content: "b2".repeat(12), count: 1 },
  failure: null,
  record: hostileTexts.join(" "),
  recipientId: null,
  sender: null,
  message: aText("hello"),
  backend: null,
};

const reply: DeliveryEntry = {
  ...delivery,
  sequence: 2,
  kind: "outbound",
  state: "superseded",
  messageSequence: 2,
  newest: 3,
  identity: null,
  failure: { reason: "rejected", description: "no such visitor" },
  record: "[]",
  recipientId: '"1"',
  sender: '{"name":"Ada"}',
  message: aText("good day"),
  backend: "default",
};

const waitingNotice: DeliveryEntry = {
  ...delivery,
  kind: "notices",
  state: "waiting",
  identity: null,
  record: null,
  message: '{"deliveryId":"shop-key-1.2"}',
  backend: "sales",
};

const lane: LaneEntry = {
  conversationId: conversation.id,
  kind: "outbound",
  backend: null,
  ownerChange: null,
  head: 3,
  waiting: 1,
  attempt: 2,
  startedAt: now,
  due: now + 6_000,
  parked: null,
  lease: { token: 77, owner: "node-a" },
  memo: hostileTexts.join(" "),
  pausedSince: null,
};

const ownerChange: OwnerChangeEntry = {
  conversationId: conversation.id,
  at: now + 1,
  name: "assigned",
  from: { backend: "default", assignee: null },
  to: { backend: null, assignee: null },
  fence: 2,
  by: "operator",
  why: "k\u0000\ud800 ü",
};

const pluginEntry: PluginStateEntry = {
  instance: "app",
  key: "thread:1",
  value: JSON.stringify("k\u0000\ud800 ü"),
  version: 9,
  conversationId: "shop-key-1",
  due: now + 5,
  expiresAt: null,
  isWoken: false,
  claim: { token: "node-a.1", until: now + 4_000 },
  failures: 2,
  isErased: false,
};

/** Entries of every kind, in export order. */
export const sampleEntries: { readonly [Kind in EntryKind]: readonly StoreEntries[Kind][] } = {
  channels: [aChannel({ signingKeys: [{ key: "c2VjcmV0", expiresAt: null }], revision: 3 })],
  channelKeys: [
    { key: "shop-key", id: "shop" },
    { key: "old-key", id: "shop" },
  ],
  conversations: [
    { conversation, lastSequence: 4 },
    { conversation: { ...conversation, id: "old", channelKey: "old-key" }, lastSequence: 9 },
  ],
  deliveries: [
    delivery,
    reply,
    { ...reply, sequence: 3, state: "waiting", newest: null, failure: null, record: null },
    { ...waitingNotice, sequence: 4, messageSequence: 4 },
    { ...delivery, conversationId: "old", sequence: 9, messageSequence: 9, identity: null },
  ],
  lanes: [
    lane,
    {
      ...lane,
      kind: "notices",
      backend: "sales",
      head: 4,
      lease: null,
      memo: null,
      pausedSince: now - 5,
    },
    {
      ...lane,
      conversationId: "old",
      head: 9,
      due: null,
      startedAt: null,
      attempt: 0,
      parked: 5,
      lease: null,
    },
  ],
  taintedIds: [{ channelKey: "old-key", messageId: "c3".repeat(16) }],
  idempotencyKeys: [
    { conversationId: "shop-key-1", key: "k\u0000\ud800", acceptedAt: now, first: 2, count: 1 },
  ],
  erasureNotices: [
    { conversationId: "gone-2", channelId: "shop", owners: ["default", "sales"] },
    { conversationId: "gone-1", channelId: "old", owners: null },
  ],
  pluginInstances: [
    { name: "app", entries: 2, bytes: 62, lastVersion: 9 },
    { name: "once", entries: 0, bytes: 0, lastVersion: 4 },
  ],
  pluginEntries: [
    pluginEntry,
    {
      ...pluginEntry,
      key: "thread:2",
      conversationId: "gone-1",
      expiresAt: now + 9,
      isWoken: true,
      isErased: true,
      claim: null,
    },
  ],
  ownerChanges: [
    { ...ownerChange, name: "fail-over", fence: 1 },
    { ...ownerChange, at: now + 2, to: { backend: "sales", assignee: "ada@desk" }, why: null },
  ],
};
