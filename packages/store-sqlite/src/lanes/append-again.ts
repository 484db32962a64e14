import { type AppendResult, laneKinds, type ResendAppend, waitingLimit } from "@parley/core";
import { states } from "@parley/core/sql-store";
import { countWaiting } from "./lane-rows.ts";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { enqueue } from "./lanes.ts";
import type { Work } from "./work.ts";

interface First {
  readonly newest: number;
}

interface NewestDelivery {
  readonly sequence: number;
  readonly state: number;
  readonly kind: number;
  readonly message: string;
  readonly sender: string | null;
  readonly acceptedAt: number;
}

const at = "from deliveries where conversation = ? and sequence = ?";
const firstAt = `select coalesce(newest, sequence) as newest ${at} and message_sequence = sequence and kind < 2`;
const newestAt = `select sequence, state, kind, message, sender, accepted_at as acceptedAt ${at}`;
const setState = "update deliveries set state = ? where conversation = ? and sequence = ?";
const setNewest = "update deliveries set newest = ? where conversation = ? and sequence = ?";

/** Stores a new delivery of a failed message, in either direction. It is addressed to the visitor's current id. */
export function appendAgain(
  work: Work,
  { conversationId, sequence: messageSequence, direction }: ResendAppend,
): AppendResult {
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const newest = newestDelivery(work.connection, conversation, messageSequence);
  if (newest === undefined || laneKinds[newest.kind] !== direction)
    return { status: "refused", refusal: "unknown-message" };
  if (newest.state !== states.failed) {
    return { status: "repeated", conversationId, sequences: [newest.sequence], created: false };
  }
  const kind = direction;
  const waiting = countWaiting(work.connection, conversation.number, kind);
  // The limit of ruling 18.
  if (kind === "outbound" && waiting >= waitingLimit) {
    return { status: "refused", refusal: "lane-full" };
  }
  const recipientId = kind === "outbound" ? conversation.current.visitorId : null;
  const { message, sender, acceptedAt } = newest;
  const draft = { kind, message, sender, acceptedAt, recipientId, messageSequence, identity: null };
  const sequence = enqueue(work, conversation, draft, waiting === 0);
  const { number } = conversation;
  work.connection.run(setState, states.superseded, number, newest.sequence);
  work.connection.run(setNewest, sequence, number, messageSequence);
  return { status: "stored", conversationId, sequences: [sequence], created: false };
}

function newestDelivery(
  connection: Connection,
  { number }: ConversationRow,
  sequence: number,
): NewestDelivery | undefined {
  const first = connection.get<First>(firstAt, number, sequence);
  return first && connection.get<NewestDelivery>(newestAt, number, first.newest);
}
