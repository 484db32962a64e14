import { type Settlement, unusedLease, type Verdict } from "@parley/core";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import type { LaneRow } from "./lane-rows.ts";
import { advance, enqueue } from "./lanes.ts";
import type { Work } from "./work.ts";

/** Writes the result of a leased head. Changes nothing when the token is not the lease's. */
export function settle(
  work: Work,
  { lane: { conversationId, kind }, token, verdict }: Settlement,
): "settled" | "stale" {
  const conversation = work.conversations.byId(conversationId);
  const lane = conversation && work.lanes.find(conversation.number, kind);
  if (conversation === undefined || lane === undefined || lane.token !== token) return "stale";
  if (verdict.kind === "retry") {
    work.lanes.update({
      ...lane,
      token: null,
      owner: null,
      due: verdict.due,
      memo: verdict.memo,
      ...(verdict.isUnused === true && unusedLease(lane, work.grants.now)),
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
  const { deliveries, grants } = work;
  if (lane.kind === "reports") deliveries.delete(lane.conversation, lane.head);
  else deliveries.settle(lane, verdict, grants.now);
  advance(work, lane);
  if (verdict.kind === "failed" && verdict.report !== null) {
    const draft = {
      kind: "reports",
      message: verdict.report,
      sender: null,
      recipientId: null,
    } as const;
    enqueue(work, conversation, {
      ...draft,
      acceptedAt: grants.now,
      messageSequence: null,
      identity: null,
    });
  }
}
