import type { Conversation, StoredMessage } from "@parley/core";

/** What the inbox lists know of a conversation: ids, sequences and instants only. */
export interface InboxEntry {
  readonly conversationId: string;
  readonly channelId: string;
  /** Epoch milliseconds of the latest message of either side. */
  readonly lastAt: number;
  /** Sequence of the visitor's latest message; 0 without one, or when another agent app answers. */
  readonly visitorSequence: number;
  /** When it was accepted; 0 without one. */
  readonly visitorAt: number;
  /** When the visitor wrote the first message that has no answer; `null` when nothing waits for an answer. */
  readonly waitingSince: number | null;
  /** Whether the latest message to the visitor was not delivered. */
  readonly failed: boolean;
}

/**
 * The entry of a conversation. `newest` are its newest messages, oldest first. `before` is the stored entry: it knows
 * what is older than all of `newest`.
 */
export function entryOf(
  conversation: Conversation,
  newest: readonly StoredMessage[],
  before: InboxEntry | null,
): InboxEntry {
  const visitors = newest.findLast(({ direction }) => direction === "inbound");
  const ours = newest.findLast(({ direction }) => direction === "outbound");
  return {
    conversationId: conversation.id,
    channelId: conversation.channelId,
    lastAt: conversation.lastMessageAt,
    visitorSequence: visitors?.sequence ?? before?.visitorSequence ?? 0,
    visitorAt: visitors?.acceptedAt ?? before?.visitorAt ?? 0,
    waitingSince: waitingSince(newest, before),
    failed: ours === undefined ? (before?.failed ?? false) : ours.state === "failed",
  };
}

/** The entry of a conversation that another agent app answers: it is in the list of all, and in no other one. */
export function foreignEntryOf({ id, channelId, lastMessageAt }: Conversation): InboxEntry {
  return {
    conversationId: id,
    channelId,
    lastAt: lastMessageAt,
    visitorSequence: 0,
    visitorAt: 0,
    waitingSince: null,
    failed: false,
  };
}

/** Whether nothing of the visitor waits for an agent of the console. */
export function isUnanswerable({ visitorSequence }: InboxEntry): boolean {
  return visitorSequence === 0;
}

function waitingSince(newest: readonly StoredMessage[], before: InboxEntry | null): number | null {
  const answered = newest.findLastIndex(({ direction }) => direction === "outbound");
  const first = newest[answered + 1];
  if (first === undefined) return null;
  const earlier = answered < 0 ? (before?.waitingSince ?? null) : null;
  return earlier === null ? first.acceptedAt : Math.min(earlier, first.acceptedAt);
}

export function isSameEntry(one: InboxEntry, other: InboxEntry): boolean {
  return (
    one.channelId === other.channelId &&
    one.lastAt === other.lastAt &&
    one.visitorSequence === other.visitorSequence &&
    one.visitorAt === other.visitorAt &&
    one.waitingSince === other.waitingSince &&
    one.failed === other.failed
  );
}
