import type { AppendResult, Owner, OwnerAppend } from "@parley/core";
import { changeOwner, chosenOwner } from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { enqueue, handOver, type Work } from "./lanes.ts";

/** Changes a conversation's owner. */
export function appendOwner(work: Work, append: OwnerAppend): AppendResult {
  const { conversationId } = append;
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const changed = changeOwner(ownedOf(work, conversation), currentNames(work, append), now(work));
  const answer = { conversationId, sequences: [], created: false };
  if (changed === null) return { status: "repeated", ...answer };
  if (changed === "stale-fence") return { status: "refused", refusal: changed };
  const from = conversation.backend;
  work.ownerChanges.add(conversation.number, changed.change);
  give(work, conversation, changed.owner);
  if (changed.told === null) return { status: "stored", ...answer };
  const told = JSON.stringify(changed.told);
  const to = conversation.backend;
  handOver(work, conversation, { from, to }, append.tellsNew ? told : null);
  if (append.tellsOld && from !== null) notify(work, conversation, from, told);
  return { status: "stored", ...answer };
}

/** Gives a conversation without an owner to a backend. */
export function chooseOwner(work: Work, conversation: ConversationRow, backend: string): void {
  if (conversation.backend !== null) return;
  const name = work.backends.currentName(backend);
  const chosen = chosenOwner(conversation.current.owner, name, now(work));
  if (chosen === null) return;
  work.ownerChanges.add(conversation.number, chosen.change);
  give(work, conversation, chosen.owner);
}

function ownedOf({ lanes }: Work, { number, backend, current, lastSequence }: ConversationRow) {
  const { id: conversationId, channelId, owner } = current;
  const lane = backend === null ? undefined : lanes.find(number, "inbound", backend);
  const hasWaiting = lane !== undefined && lane.waiting > 0;
  return { conversationId, channelId, owner, lastSequence, hasWaiting };
}

/** The append may use a backend's name from before it was renamed. */
function currentNames({ backends }: Work, append: OwnerAppend): OwnerAppend {
  const { backend, assignee } = append.to;
  const to = { backend: backend === null ? null : backends.currentName(backend), assignee };
  return { ...append, to, ifWaiting: backends.currentName(append.ifWaiting) };
}

function give(work: Work, conversation: ConversationRow, owner: Owner): void {
  const { backend } = owner;
  const before = conversation.current.owner.backend;
  conversation.current = { ...conversation.current, owner };
  // A backend with two numbers keeps the one that the conversation has.
  if (backend !== before)
    conversation.backend = backend === null ? null : work.backends.numberOf(backend);
  work.conversations.changeOwner(conversation);
}

function notify(work: Work, conversation: ConversationRow, backend: number, message: string): void {
  const nobody = { sender: null, recipientId: null, messageSequence: null, identity: null };
  const draft = { kind: "notices", backend, message, acceptedAt: now(work), ...nobody } as const;
  enqueue(work, conversation, draft);
}

function now({ grants }: Work): number {
  return grants.now;
}
