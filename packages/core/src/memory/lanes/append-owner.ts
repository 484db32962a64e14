import { changeOwner, chosenOwner } from "../../owners/change-owner.ts";
import type { AppendResult, OwnerAppend } from "../../ports/stores/append.ts";
import type { MemoryData } from "../data.ts";
import type { ConversationRow } from "../rows.ts";
import type { Grants } from "./grants.ts";
import { enqueue, handOver, laneOf } from "./lanes.ts";

/** Changes a conversation's owner. */
export function appendOwner(data: MemoryData, grants: Grants, append: OwnerAppend): AppendResult {
  const { conversationId } = append;
  const conversation = data.conversations.get(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const { current, lastSequence } = conversation;
  const { owner, channelId } = current;
  const waiting = laneOf(conversation, "inbound", owner.backend)?.queue.length ?? 0;
  const known = { conversationId, channelId, owner, lastSequence, hasWaiting: waiting > 0 };
  const changed = changeOwner(known, append, grants.now);
  const answer = { conversationId, sequences: [], created: false };
  if (changed === null) return { status: "repeated", ...answer };
  if (changed === "stale-fence") return { status: "refused", refusal: changed };
  conversation.current = { ...current, owner: changed.owner };
  conversation.ownerChanges.push(changed.change);
  if (changed.told === null) return { status: "stored", ...answer };
  const told = JSON.stringify(changed.told);
  const from = owner.backend;
  const to = changed.owner.backend;
  handOver(data, grants, conversation, { from, to, ownerChange: append.tellsNew ? told : null });
  if (append.tellsOld && from !== null) notify(data, grants, conversation, from, told);
  return { status: "stored", ...answer };
}

/** Gives a conversation without an owner to a backend. */
export function chooseOwner(conversation: ConversationRow, backend: string, now: number): void {
  const chosen = chosenOwner(conversation.current.owner, backend, now);
  if (chosen === null) return;
  conversation.current = { ...conversation.current, owner: chosen.owner };
  conversation.ownerChanges.push(chosen.change);
}

function notify(
  data: MemoryData,
  grants: Grants,
  conversation: ConversationRow,
  backend: string,
  message: string,
): void {
  const nobody = { sender: null, recipientId: null, messageSequence: null };
  const draft = { kind: "notices", backend, message, acceptedAt: grants.now, ...nobody } as const;
  enqueue(data, grants, conversation, draft);
}
