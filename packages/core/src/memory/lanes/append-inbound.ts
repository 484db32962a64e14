import type { AppendResult, InboundAppend } from "../../ports/stores/append.ts";
import { mergeProfile } from "../../protocol/senders/profile.ts";
import { firstOwner } from "../../owners/change-owner.ts";
import { chooseOwner } from "./append-owner.ts";
import { type MemoryData, visitorRef } from "../data.ts";
import type { ConversationRow } from "../rows.ts";
import type { Grants } from "./grants.ts";
import { findRepeat, rememberIdentity } from "../identities.ts";
import { enqueue } from "./lanes.ts";

/** Stores a visitor's message. The visitor's profile and id are updated even when the message is a repeat. */
export function appendInbound(
  data: MemoryData,
  grants: Grants,
  append: InboundAppend,
): AppendResult {
  const known = data.visitors.get(visitorRef(append.channelKey, append.visitorKey));
  if (known === undefined && !append.mayCreate)
    return { status: "refused", refusal: "conversation-limit" };
  const conversation = known ?? create(data, append, grants.now);
  const { current } = conversation;
  const profile = mergeProfile(current.profile, append.profile);
  conversation.current = { ...current, profile, visitorId: append.visitorId };

  const conversationId = current.id;
  const { identity } = append;
  const repeat = identity === null ? null : findRepeat(data, conversation, identity, grants.now);
  if (repeat !== null)
    return { status: "repeated", conversationId, sequences: repeat, created: false };

  chooseOwner(conversation, append.backend, grants.now);
  const sequences = store(data, grants, conversation, append);
  if (identity !== null)
    rememberIdentity(data, conversation, identity, { acceptedAt: grants.now, sequences });
  return { status: "stored", conversationId, sequences, created: known === undefined };
}

function store(
  data: MemoryData,
  grants: Grants,
  conversation: ConversationRow,
  append: InboundAppend,
): number[] {
  conversation.current = { ...conversation.current, lastMessageAt: grants.now };
  return append.messages.map((message) => {
    const draft = {
      kind: "inbound",
      backend: null,
      message,
      sender: null,
      recipientId: null,
      messageSequence: null,
    } as const;
    return enqueue(data, grants, conversation, { ...draft, acceptedAt: grants.now }).sequence;
  });
}

function create(data: MemoryData, append: InboundAppend, now: number): ConversationRow {
  const { candidateId: id, channelKey, channelId, visitorKey, visitorId } = append;
  const row: ConversationRow = {
    number: ++data.lastConversation,
    current: {
      id,
      channelKey,
      channelId,
      visitorKey,
      visitorId,
      profile: {},
      createdAt: now,
      lastMessageAt: now,
      owner: firstOwner(append.backend),
    },
    lastSequence: 0,
    deliveries: new Map(),
    newest: new Map(),
    lanes: new Set(),
    idempotency: new Map(),
    ownerChanges: [],
  };
  data.conversations.set(id, row);
  data.visitors.set(visitorRef(channelKey, visitorKey), row);
  return row;
}
