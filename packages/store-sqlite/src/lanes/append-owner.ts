import type { AppendResult, OwnerAppend } from "@parley/core";
import { changeOwner, chosenOwner } from "@parley/core/sql-store";
import { insertOwnerChange } from "../owners/owner-changes.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { refuseEarlierVersions } from "../schema/earlier-versions.ts";
import { countWaiting } from "./lane-rows.ts";
import { enqueue, handOver } from "./lanes.ts";
import type { Work } from "./work.ts";

/** Changes a conversation's owner. No earlier version uses the file now; from here on none may. */
export function appendOwner(work: Work, append: OwnerAppend): AppendResult {
  const { connection, conversations, grants } = work;
  const { conversationId } = append;
  const conversation = conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const { current, lastSequence } = conversation;
  const { owner, channelId } = current;
  const from = ownerNumber(work, conversation);
  const hasWaiting = from !== null && hasInbound(work, conversation, from);
  const known = { conversationId, channelId, owner, lastSequence, hasWaiting };
  const changed = changeOwner(known, append, grants.now);
  const answer = { conversationId, sequences: [], created: false };
  if (changed === null) return { status: "repeated", ...answer };
  if (changed === "stale-fence") return { status: "refused", refusal: changed };
  refuseEarlierVersions(connection);
  conversations.own(conversation, changed.owner);
  insertOwnerChange(connection, conversation.number, changed.change);
  if (changed.told === null) return { status: "stored", ...answer };
  const told = JSON.stringify(changed.told);
  const to = ownerNumber(work, conversation);
  handOver(work, conversation, { from, to, ownerChange: append.tellsNew ? told : null });
  if (append.tellsOld && from !== null) notify(work, conversation, from, told);
  return { status: "stored", ...answer };
}

/** Gives a conversation without an owner to a backend. */
export function chooseOwner(work: Work, conversation: ConversationRow, backend: string): void {
  const chosen = chosenOwner(conversation.current.owner, backend, work.grants.now);
  if (chosen === null) return;
  work.conversations.own(conversation, chosen.owner);
  insertOwnerChange(work.connection, conversation.number, chosen.change);
}

/** Number of the backend that owns a conversation; `null`: nobody does. */
export function ownerNumber({ connection }: Work, { current }: ConversationRow): number | null {
  const { backend } = current.owner;
  return backend === null ? null : connection.backends.numberOf(backend);
}

function hasInbound({ connection }: Work, { number }: ConversationRow, backend: number): boolean {
  return countWaiting(connection, { conversation: number, kind: "inbound", backend }) > 0;
}

function notify(work: Work, conversation: ConversationRow, backend: number, message: string): void {
  const nobody = { sender: null, recipientId: null, messageSequence: null, identity: null };
  const draft = { kind: "notices", backend, message, acceptedAt: work.grants.now } as const;
  enqueue(work, conversation, { ...draft, ...nobody });
}
