import { isMessageKind, type Settlement, type Verdict } from "@parley/core";
import { followUpOf, pausedLease, unusedLease } from "@parley/core/sql-store";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import type { LaneRow } from "./lane-rows.ts";
import { advance, enqueue, listenerNumber, type Work } from "./lanes.ts";

/** Writes the result of a leased head. Changes nothing when the token is not the lease's. */
export function settle(
  work: Work,
  { lane: { conversationId, kind }, token, verdict }: Settlement,
): "settled" | "stale" {
  const conversation = work.conversations.byId(conversationId);
  const lane = conversation && work.lanes.leased(conversation.number, kind, token);
  if (conversation === undefined || lane === undefined) return "stale";
  if (verdict.kind === "retry") giveUp(work, lane, verdict);
  else finish(work, conversation, lane, verdict);
  return "settled";
}

function giveUp(
  work: Work,
  lane: LaneRow,
  { due, memo, isUnused, pause }: Verdict & { kind: "retry" },
): void {
  Object.assign(lane, { token: null, owner: null, due, memo });
  if (isUnused === true) Object.assign(lane, unusedLease(lane, work.grants.now));
  else if (pause !== undefined) Object.assign(lane, pausedLease(lane, pause));
  else lane.pausedSince = null;
  work.grants.leave(lane, lane.due ?? due);
  work.lanes.change(lane);
}

function finish(
  work: Work,
  conversation: ConversationRow,
  lane: LaneRow,
  verdict: Exclude<Verdict, { kind: "retry" }>,
): void {
  if (lane.ownerChange !== null) return advance(work, lane);
  const place = { conversation: lane.conversation, sequence: lane.head };
  if (isMessageKind(lane.kind)) work.deliveries.settle(place, verdict);
  else work.deliveries.remove(place);
  advance(work, lane);
  const followUp = followUpOf(verdict);
  if (followUp !== null) {
    enqueue(work, conversation, {
      ...followUp,
      backend: listenerNumber(work, conversation, followUp),
      sender: null,
      recipientId: null,
      acceptedAt: work.grants.now,
      messageSequence: null,
      identity: null,
    });
  }
}
