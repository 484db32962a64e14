import type { Head } from "@parley/core";
import type { Draft } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { headAfter, headOf, insertDelivery } from "../rows/delivery-rows.ts";
import { deleteLane, insertLane, type LaneRow, lengthenLane, updateLane } from "./lane-rows.ts";
import { hasFreeSlot, nextParked, oldestParked } from "./channel-slots.ts";
import type { Work } from "./work.ts";

/** The fields of a lane whose head was not offered yet. */
const newHead = {
  attempt: 0,
  startedAt: null,
  due: null,
  token: null,
  owner: null,
  memo: null,
  pausedSince: null,
} as const;

/**
 * Appends a delivery to its conversation's lane. An idle lane starts.
 * @param isIdle whether that is known of the lane
 * @returns the delivery's sequence.
 */
export function enqueue(
  work: Work,
  conversation: ConversationRow,
  draft: Draft,
  isIdle = false,
): number {
  const { connection, conversations } = work;
  const sequence = conversations.extend(conversation);
  const head = insertDelivery(connection, conversation.number, sequence, draft);
  if (isIdle || !lengthenLane(connection, conversation.number, draft.kind))
    open(work, conversation, draft, head);
  return sequence;
}

/** Removes the settled head. The next one starts, or the lane becomes idle and is deleted. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.waiting === 1) deleteLane(work.connection, lane);
  else follow(work, lane);
  if (lane.kind === "outbound") startParked(work, lane.channel);
}

/** Ends a lane with everything in it. No instant is known here, so the lane that gets its slot is due at 0: at once. */
export function dropLane(connection: Connection, lane: LaneRow): void {
  deleteLane(connection, lane);
  if (lane.kind !== "outbound" || lane.parked !== null) return;
  const next = oldestParked(connection, lane.channel);
  if (next !== undefined) updateLane(connection, { ...next, parked: null, due: 0 });
}

function open(work: Work, { number, channel }: ConversationRow, { kind }: Draft, head: Head): void {
  const lane: LaneRow = {
    conversation: number,
    kind,
    channel,
    head: head.sequence,
    waiting: 1,
    parked: null,
    ...newHead,
  };
  start(work, lane, 0, () => head);
  insertLane(work.connection, lane);
}

function follow(work: Work, settled: LaneRow): void {
  const head = headAfter(work.connection, settled);
  const place = { head: head.sequence, waiting: settled.waiting - 1 };
  const lane: LaneRow = { ...settled, ...newHead, ...place };
  start(work, lane, 1, () => head);
  updateLane(work.connection, lane);
}

/** `freed`: 1 while the lane's own row still counts as active. */
function start(work: Work, lane: LaneRow, freed: 0 | 1, head: () => Head): void {
  const { connection, grants } = work;
  if (lane.kind !== "outbound" || hasFreeSlot(work, lane.channel, freed)) grants.offer(lane, head);
  else lane.parked = connection.tokens.next();
}

function startParked(work: Work, channel: number): void {
  const { connection, grants } = work;
  for (;;) {
    const lane = nextParked(work, channel);
    if (lane === undefined) return;
    lane.parked = null;
    grants.offer(lane, () => headOf(connection, lane));
    updateLane(connection, lane);
  }
}
