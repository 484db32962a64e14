import { type Settlement, unusedLease, type Verdict } from "@parley/core";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import type { LaneRow } from "./lane-rows.ts";
import { advance, enqueue, type Work } from "./lanes.ts";

/** Writes the result of a leased head. Changes nothing when the token is not the lease's. */
export function settle(
  work: Work,
  { lane: { conversationId, kind }, token, verdict }: Settlement,
): "settled" | "stale" {
  const conversation = work.conversations.byId(conversationId);
  const lane = conversation && work.lanes.find(conversation.number, kind);
  if (conversation === undefined || lane === undefined || lane.token !== token) return "stale";
  if (verdict.kind === "retry") giveUp(work, lane, verdict);
  else finish(work, conversation, lane, verdict);
  return "settled";
}

function giveUp(
  work: Work,
  lane: LaneRow,
  { due, memo, isUnused }: Verdict & { kind: "retry" },
): void {
  const left = isUnused === true ? unusedLease(lane, work.grants.now) : { due };
  Object.assign(lane, { token: null, owner: null, memo }, left);
  work.grants.leave(lane, left.due);
  work.lanes.change(lane);
}

function finish(
  work: Work,
  conversation: ConversationRow,
  lane: LaneRow,
  verdict: Exclude<Verdict, { kind: "retry" }>,
): void {
  const place = { conversation: lane.conversation, sequence: lane.head };
  if (lane.kind === "reports") work.deliveries.remove(place);
  else work.deliveries.settle(place, verdict);
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
