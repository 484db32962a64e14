import { followUpOf } from "../../follow-up.ts";
import { isMessageKind, pausedLease, unusedLease } from "../../model/lane.ts";
import type { Settlement, Verdict } from "../../ports/stores/message-store.ts";
import type { MemoryData } from "../data.ts";
import type { DeliveryRow, LaneRow } from "../rows.ts";
import type { Grants } from "./grants.ts";
import { advance, enqueue, leasedLane } from "./lanes.ts";

/** Applies the verdict on a leased head. A token other than the lease's changes nothing. */
export function settle(
  data: MemoryData,
  grants: Grants,
  settlement: Settlement,
): "settled" | "stale" {
  const { conversationId, kind } = settlement.lane;
  const conversation = data.conversations.get(conversationId);
  const lane = conversation && leasedLane(conversation, kind, settlement.token);
  if (!lane) return "stale";
  if (settlement.verdict.kind === "retry") giveUp(lane, settlement.verdict, grants.now);
  else finish(data, grants, lane, settlement.verdict);
  return "settled";
}

function giveUp(lane: LaneRow, verdict: Verdict & { kind: "retry" }, now: number): void {
  lane.lease = null;
  lane.due = verdict.due;
  lane.memo = verdict.memo;
  if (verdict.isUnused === true) Object.assign(lane, unusedLease(lane, now));
  else if (verdict.pause !== undefined) Object.assign(lane, pausedLease(lane, verdict.pause));
  else lane.pausedSince = null;
}

function finish(
  data: MemoryData,
  grants: Grants,
  lane: LaneRow,
  verdict: Exclude<Verdict, { kind: "retry" }>,
): void {
  if (lane.ownerChange !== null) return advance(data, grants, lane);
  const head = lane.queue[0] as DeliveryRow;
  head.state = verdict.kind;
  head.record = verdict.record;
  head.failure = verdict.kind === "failed" ? verdict.failure : null;
  if (!isMessageKind(lane.kind)) lane.conversation.deliveries.delete(head.sequence);
  advance(data, grants, lane);
  const followUp = followUpOf(verdict);
  if (followUp !== null) {
    enqueue(data, grants, lane.conversation, {
      ...followUp,
      sender: null,
      recipientId: null,
      acceptedAt: grants.now,
      messageSequence: null,
    });
  }
}
