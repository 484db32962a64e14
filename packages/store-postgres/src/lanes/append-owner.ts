import type { AppendResult, OwnerAppend } from "@parley/core";
import {
  changeOwner,
  type ChosenOwner,
  chosenOwner,
  type OwnedConversation,
} from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { enqueue, handOver, listenerNumber, type Work } from "./lanes.ts";

/** Changes a conversation's owner. */
export function appendOwner(work: Work, append: OwnerAppend): AppendResult {
  const { conversationId } = append;
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const changed = changeOwner(ownedOf(work, conversation), append, work.grants.now);
  const answer = { conversationId, sequences: [], created: false };
  if (changed === null) return { status: "repeated", ...answer };
  if (changed === "stale-fence") return { status: "refused", refusal: changed };
  const { backend: from } = conversation;
  give(work, conversation, changed);
  if (changed.told === null) return { status: "stored", ...answer };
  const { backend: to } = conversation;
  const told = JSON.stringify(changed.told);
  handOver(work, conversation, { from, to, ownerChange: append.tellsNew ? told : null });
  if (append.tellsOld && from !== null) notify(work, conversation, from, told);
  return { status: "stored", ...answer };
}

/** Gives a conversation without an owner to a backend. */
export function chooseOwner(work: Work, conversation: ConversationRow, backend: string): void {
  const chosen = chosenOwner(conversation.current.owner, backend, work.grants.now);
  if (chosen !== null) give(work, conversation, chosen);
}

function ownedOf({ lanes }: Work, conversation: ConversationRow): OwnedConversation {
  const { number, backend, current, lastSequence } = conversation;
  const { id: conversationId, channelId, owner } = current;
  const lane = backend === null ? undefined : lanes.find(number, "inbound", backend);
  const hasWaiting = lane !== undefined && lane.waiting > 0;
  return { conversationId, channelId, owner, lastSequence, hasWaiting };
}

/** Writes the owner and its history. */
function give(
  { backends, conversations, ownerChanges }: Work,
  conversation: ConversationRow,
  { owner, change }: ChosenOwner,
): void {
  // A backend with two numbers keeps the one that the conversation has.
  const isNewBackend = owner.backend !== conversation.current.owner.backend;
  const number = isNewBackend ? backends.numberOfOwner(owner) : conversation.backend;
  conversations.changeOwner(conversation, owner, number);
  ownerChanges.add(conversation.number, change);
}

function notify(work: Work, conversation: ConversationRow, from: number, message: string): void {
  const of = { kind: "notices", backend: work.backends.nameOf(from) } as const;
  const backend = listenerNumber(work, conversation, of);
  const nobody = { sender: null, recipientId: null, messageSequence: null, identity: null };
  const draft = { kind: "notices", backend, message, acceptedAt: work.grants.now } as const;
  enqueue(work, conversation, { ...draft, ...nobody });
}
