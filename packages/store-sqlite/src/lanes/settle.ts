import { type Settlement, unusedLease, type Verdict } from "@parley/core";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { deleteDelivery, settleDelivery } from "../rows/delivery-rows.ts";
import { findLane, type LaneRow, updateLane } from "./lane-rows.ts";
import { advance, enqueue } from "./lanes.ts";
import type { Work } from "./work.ts";

/** Writes the result of a leased head. Changes nothing when the token is not the lease's. */
export function settle(
  work: Work,
  { lane: { conversationId, kind }, token, verdict }: Settlement,
): "settled" | "stale" {
  const { connection, conversations, grants } = work;
  const conversation = conversations.byId(conversationId);
  const lane = conversation && findLane(connection, conversation.number, kind);
  if (conversation === undefined || lane === undefined || lane.token !== token) return "stale";
  if (verdict.kind === "retry") {
    updateLane(connection, {
      ...lane,
      token: null,
      owner: null,
      due: verdict.due,
      memo: verdict.memo,
      ...(verdict.isUnused === true && unusedLease(lane, grants.now)),
    });
  } else {
    finish(work, conversation, lane, verdict);
  }
  return "settled";
}

function finish(
  work: Work,
  conversation: ConversationRow,
  lane: LaneRow,
  verdict: Exclude<Verdict, { kind: "retry" }>,
): void {
  const { connection } = work;
  if (lane.kind === "reports") deleteDelivery(connection, lane.conversation, lane.head);
  else settleDelivery(connection, lane, verdict);
  advance(work, lane);
  if (verdict.kind === "failed" && verdict.report !== null) {
    enqueue(work, conversation, {
      kind: "reports",
      message: verdict.report,
      sender: null,
      recipientId: null,
      acceptedAt: work.grants.now,
      messageSequence: null,
      identity: null,
    });
  }
}
