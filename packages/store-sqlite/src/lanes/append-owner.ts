import type { AppendResult, OwnerAppend } from "@parley/core";
import {
  changeOwner,
  type ChosenOwner,
  chosenOwner,
  type OwnedConversation,
} from "@parley/core/sql-store";
import { insertOwnerChange } from "../owners/owner-changes.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { refuseEarlierVersions } from "../schema/earlier-versions.ts";
import { countWaiting } from "./lane-rows.ts";
import { enqueue, handOver } from "./lanes.ts";
import type { Work } from "./work.ts";

/** Changes a conversation's owner. */
export function appendOwner(work: Work, append: OwnerAppend): AppendResult {
  const { conversationId } = append;
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const changed = changeOwner(ownedOf(work, conversation), append, work.grants.now);
  const answer = { conversationId, sequences: [], created: false };
  if (changed === null) return { status: "repeated", ...answer };
  if (changed === "stale-fence") return { status: "refused", refusal: changed };
  refuseEarlierVersions(work.connection);
  const from = ownerNumber(work, conversation);
  give(work, conversation, changed);
  if (changed.told === null) return { status: "stored", ...answer };
  const to = ownerNumber(work, conversation);
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

/** Number of the backend that owns a conversation; `null`: nobody does. */
export function ownerNumber({ connection }: Work, { current }: ConversationRow): number | null {
  return connection.backends.numberOfOwner(current.owner);
}

function ownedOf(work: Work, conversation: ConversationRow): OwnedConversation {
  const { current, lastSequence } = conversation;
  const { id: conversationId, channelId, owner } = current;
  const backend = ownerNumber(work, conversation);
  const hasWaiting = backend !== null && hasInbound(work, conversation, backend);
  return { conversationId, channelId, owner, lastSequence, hasWaiting };
}

function hasInbound({ connection }: Work, { number }: ConversationRow, backend: number): boolean {
  return countWaiting(connection, { conversation: number, kind: "inbound", backend }) > 0;
}

/** Writes the owner and its history. */
function give(
  { connection, conversations }: Work,
  conversation: ConversationRow,
  { owner, change }: ChosenOwner,
): void {
  conversations.changeOwner(conversation, owner);
  insertOwnerChange(connection, conversation.number, change);
}

function notify(work: Work, conversation: ConversationRow, backend: number, message: string): void {
  const nobody = { sender: null, recipientId: null, messageSequence: null, identity: null };
  const draft = { kind: "notices", backend, message, acceptedAt: work.grants.now } as const;
  enqueue(work, conversation, { ...draft, ...nobody });
}
