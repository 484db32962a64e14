import { isMessageKind, type Settlement, type Verdict } from "@parley/core";
import { followUpOf, pausedLease, unusedLease } from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { deleteDelivery, settleDelivery } from "../rows/delivery-rows.ts";
import { findLeasedLane, type LaneRow, updateLane } from "./lane-rows.ts";
import { advance, enqueue } from "./lanes.ts";
import type { Work } from "./work.ts";

/** Writes the result of a leased head. Changes nothing when the token is not the lease's. */
export function settle(
  work: Work,
  { lane: { conversationId, kind }, token, verdict }: Settlement,
): "settled" | "stale" {
  const { connection, conversations } = work;
  const conversation = conversations.byId(conversationId);
  const lane = conversation && findLeasedLane(connection, conversation.number, kind, token);
  if (conversation === undefined || lane === undefined) return "stale";
  if (verdict.kind === "retry") giveUp(work, lane, verdict);
  else finish(work, conversation, lane, verdict);
  return "settled";
}

function giveUp(
  { connection, grants }: Work,
  lane: LaneRow,
  { due, memo, isUnused, pause }: Verdict & { kind: "retry" },
): void {
  const left = { ...lane, token: null, owner: null, due, memo };
  if (isUnused === true) Object.assign(left, unusedLease(lane, grants.now));
  else if (pause !== undefined) Object.assign(left, pausedLease(lane, pause));
  else left.pausedSince = null;
  updateLane(connection, left);
}

function finish(
  work: Work,
  conversation: ConversationRow,
  lane: LaneRow,
  verdict: Exclude<Verdict, { kind: "retry" }>,
): void {
  const { connection } = work;
  if (lane.ownerChange !== null) return advance(work, lane);
  if (isMessageKind(lane.kind)) settleDelivery(connection, lane, verdict);
  else deleteDelivery(connection, lane.conversation, lane.head);
  advance(work, lane);
  const followUp = followUpOf(verdict);
  if (followUp !== null) {
    enqueue(work, conversation, {
      ...followUp,
      backend: connection.backends.numberOf(followUp.backend),
      sender: null,
      recipientId: null,
      acceptedAt: work.grants.now,
      messageSequence: null,
      identity: null,
    });
  }
}
