import type { ResendAppend, AppendResult } from "@parley/core";
import { states } from "@parley/core/sql-store";
import { laneKinds } from "@parley/core";
import { isOutboundFull } from "./append-outbound.ts";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { enqueue } from "./lanes.ts";
import type { Work } from "./work.ts";

interface First {
  readonly newest: number;
  readonly position: number;
}

interface NewestDelivery {
  readonly position: number;
  readonly sequence: number;
  readonly state: number;
  readonly kind: number;
  readonly message: string;
  readonly sender: string | null;
  readonly acceptedAt: number;
}

const firstAt = `select position, coalesce(newest, sequence) as newest from deliveries
  where position = ? and message_sequence = sequence and kind < 2`;
const newestAt = `select position, sequence, state, kind, message, sender, accepted_at as acceptedAt from deliveries
  where position = ?`;

/** Stores a new delivery of a failed message, in either direction. It is addressed to the visitor's current id. */
export function appendAgain(
  work: Work,
  { conversationId, sequence: messageSequence, direction }: ResendAppend,
): AppendResult {
  const conversation = work.conversations.byId(conversationId);
  if (conversation === undefined) return { status: "refused", refusal: "unknown-conversation" };
  const first = at<First>(work, firstAt, conversation, messageSequence);
  const newest = first && at<NewestDelivery>(work, newestAt, conversation, first.newest);
  if (first === undefined || newest === undefined || laneKinds[newest.kind] !== direction)
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
  supersede(work.connection, first, newest, sequence);
  return { status: "stored", conversationId, sequences: [sequence], created: false };
}

function at<Row>(
  { connection, deliveries }: Work,
  sql: string,
  { number }: ConversationRow,
  sequence: number,
): Row | undefined {
  return connection.get<Row>(sql, deliveries.positionOf(number, sequence));
}

function supersede(
  connection: Connection,
  first: First,
  failed: NewestDelivery,
  newest: number,
): void {
  const set = "update deliveries set";
  connection.run(`${set} state = ? where position = ?`, states.superseded, failed.position);
  connection.run(`${set} newest = ? where position = ?`, newest, first.position);
}
