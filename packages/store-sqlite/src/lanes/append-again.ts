import { type AppendResult, laneKinds, type ResendAppend } from "@parley/core";
import { maySend, states } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { chooseOwner, ownerNumber } from "./append-owner.ts";
import { isOutboundFull } from "./append-outbound.ts";
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
  { conversationId, sequence: messageSequence, direction: kind, by, backend }: ResendAppend,
): AppendResult {
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  if (!maySend(conversation.current.owner, by)) return { status: "refused", refusal: "not-owner" };
  const newest = newestDelivery(work.connection, conversation, messageSequence);
  if (newest === undefined || laneKinds[newest.kind] !== kind)
    return { status: "refused", refusal: "unknown-message" };
  if (newest.state !== states.failed) {
    return { status: "repeated", conversationId, sequences: [newest.sequence], created: false };
  }
  if (kind === "outbound" && isOutboundFull(work, conversation, 1)) {
    return { status: "refused", refusal: "lane-full" };
  }
  chooseOwner(work, conversation, backend);
  const place =
    kind === "outbound"
      ? { recipientId: conversation.current.visitorId, backend: ownerNumber(work, conversation) }
      : { recipientId: null, backend: null };
  const { message, sender, acceptedAt } = newest;
  const draft = { kind, message, sender, acceptedAt, ...place, messageSequence, identity: null };
  const sequence = enqueue(work, conversation, draft);
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
