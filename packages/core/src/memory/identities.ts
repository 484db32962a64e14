import { isRepeatInTime } from "../model/repeat-window.ts";
import type { MessageIdentity } from "../ports/stores/append.ts";
import { identityRef, type MemoryData } from "./data.ts";
import type { ConversationRow, Earlier } from "./rows.ts";

/**
 * The sequences that an earlier append of the same message stored; `null` when this append is to be stored (ruling
 * 11).
 * A second content under one message id taints the id on the whole channel for good, even for visitors who never
 * sent the first content.
 */
export function findRepeat(
  data: MemoryData,
  conversation: ConversationRow,
  identity: MessageIdentity,
  now: number,
): readonly number[] | null {
  const ref = identityRef(conversation.current.channelKey, identity.messageId);
  const row = data.identities.get(ref);
  if (row === undefined || row === "tainted") return null;
  if ([...row.values()].some((earlier) => earlier.content !== identity.content)) {
    data.identities.set(ref, "tainted");
    return null;
  }
  const earlier = row.get(conversation);
  return earlier !== undefined && isRepeatInTime(earlier.acceptedAt, identity.windowMs, now)
    ? earlier.sequences
    : null;
}

/** Records what was stored under an identity; the window starts anew. */
export function rememberIdentity(
  data: MemoryData,
  conversation: ConversationRow,
  identity: MessageIdentity,
  stored: Omit<Earlier, "content">,
): void {
  const ref = identityRef(conversation.current.channelKey, identity.messageId);
  const row = data.identities.get(ref) ?? new Map<ConversationRow, Earlier>();
  if (row === "tainted") return;
  row.set(conversation, { ...stored, content: identity.content });
  data.identities.set(ref, row);
}

/** Deletes the identity of one deleted message. A tainted id stays tainted. */
export function forgetIdentity(
  data: MemoryData,
  conversation: ConversationRow,
  sequence: number,
): void {
  for (const [ref, row] of data.identities) {
    if (row === "tainted" || row.get(conversation)?.sequences[0] !== sequence) continue;
    row.delete(conversation);
    if (row.size === 0) data.identities.delete(ref);
  }
}

/** Deletes all identities of one conversation. A tainted id stays tainted: it names no visitor. */
export function forgetIdentities(data: MemoryData, conversation: ConversationRow): void {
  for (const [ref, row] of data.identities) {
    if (row === "tainted" || !row.delete(conversation)) continue;
    if (row.size === 0) data.identities.delete(ref);
  }
}
