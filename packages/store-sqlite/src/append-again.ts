import type { AgainAppend, AppendResult } from "@parley/core";
import { laneKinds } from "@parley/core";
import { isOutboundFull } from "./append-outbound.ts";
import type { Connection } from "./connection.ts";
import type { ConversationRow } from "./conversation-rows.ts";
import { states } from "./delivery-rows.ts";
import { enqueue, type Work } from "./lanes.ts";

interface NewestDelivery {
  readonly sequence: number;
  readonly state: number;
  readonly kind: number;
  readonly message: string;
  readonly sender: string | null;
  readonly acceptedAt: number;
}

const newestOf = `select n.sequence, n.state, n.kind, n.message, n.sender, n.accepted_at as acceptedAt
  from deliveries f join deliveries n on n.conversation = f.conversation and n.sequence = coalesce(f.newest, f.sequence)
  where f.conversation = +? and f.sequence = +? and f.message_sequence = f.sequence and f.kind < 2`;

/** Stores a new delivery of a failed message, either way, addressed to the visitor's id as it is now. */
export function appendAgain(
  work: Work,
  { conversationId, sequence: messageSequence, direction }: AgainAppend,
): AppendResult {
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const newest = work.connection.get<NewestDelivery>(
    newestOf,
    conversation.number,
    messageSequence,
  );
  if (newest === undefined || laneKinds[newest.kind] !== direction)
    return { status: "refused", refusal: "unknown-message" };
  if (newest.state !== states.failed) {
    return { status: "repeated", conversationId, sequences: [newest.sequence], created: false };
  }
  const kind = direction;
  if (kind === "outbound" && isOutboundFull(work, conversation, 1)) {
    return { status: "refused", refusal: "lane-full" };
  }
  const recipientId = kind === "outbound" ? conversation.current.visitorId : null;
  const { message, sender, acceptedAt } = newest;
  const draft = { kind, message, sender, acceptedAt, recipientId, messageSequence, identity: null };
  const sequence = enqueue(work, conversation, draft);
  supersede(work.connection, conversation, messageSequence, newest.sequence, sequence);
  return { status: "stored", conversationId, sequences: [sequence], created: false };
}

function supersede(
  connection: Connection,
  { number }: ConversationRow,
  first: number,
  failed: number,
  newest: number,
): void {
  const set = "update deliveries set";
  connection.run(
    `${set} state = ? where conversation = ? and sequence = ?`,
    states.superseded,
    number,
    failed,
  );
  connection.run(
    `${set} newest = ? where conversation = ? and sequence = ?`,
    newest,
    number,
    first,
  );
}
