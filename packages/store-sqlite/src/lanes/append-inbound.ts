import { type AppendResult, type InboundAppend, type Profile } from "@parley/core";
import { mergeProfile } from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { recall } from "../rows/identities.ts";
import { noteProfileChange } from "../search/index-visitors.ts";
import { chooseOwner } from "./append-owner.ts";
import { enqueue } from "./lanes.ts";
import type { Work } from "./work.ts";

/** Stores a visitor's message. Updates the visitor's profile even when the message is a repeat. */
export function appendInbound(work: Work, append: InboundAppend): AppendResult {
  const { conversations, grants } = work;
  const known = conversations.byVisitor(append.channelKey, append.visitorKey);
  if (known === undefined && !append.mayCreate)
    return { status: "refused", refusal: "conversation-limit" };
  const conversation = known ?? conversations.create(append, grants.now);
  const hasLearned = learn(work, conversation, append);

  const conversationId = conversation.current.id;
  const { identity, messages } = append;
  const recalled =
    identity === null
      ? { repeats: null, identity }
      : recall(work.connection, conversation, { ...identity, count: messages.length }, grants.now);
  const { repeats } = recalled;
  if (repeats !== null) {
    if (hasLearned) noteProfileChange(work.connection, conversation.number);
    return { status: "repeated", conversationId, sequences: repeats, created: false };
  }

  chooseOwner(work, conversation, append.backend);
  const sequences = store(work, conversation, messages, recalled.identity);
  return { status: "stored", conversationId, sequences, created: known === undefined };
}

/** @returns whether something was new. */
function learn(
  { conversations }: Work,
  conversation: ConversationRow,
  { profile: told, visitorId }: InboundAppend,
): boolean {
  const { current } = conversation;
  if (current.visitorId === visitorId && isKnown(current.profile, told)) return false;
  const profile = mergeProfile(current.profile, told);
  conversation.current = { ...current, profile, visitorId };
  conversations.change(conversation);
  return true;
}

function isKnown(known: Profile, told: Profile): boolean {
  for (const name of Object.keys(told) as (keyof Profile)[])
    if (known[name] !== told[name]) return false;
  return true;
}

function store(
  work: Work,
  conversation: ConversationRow,
  messages: readonly string[],
  identity: Uint8Array | null,
): readonly number[] {
  const { now } = work.grants;
  conversation.current = { ...conversation.current, lastMessageAt: now };
  return messages.map((message, index) =>
    enqueue(work, conversation, {
      kind: "inbound",
      backend: null,
      message,
      sender: null,
      recipientId: null,
      messageSequence: null,
      acceptedAt: now,
      identity: index === 0 ? identity : null,
    }),
  );
}
