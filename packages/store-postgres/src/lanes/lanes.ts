import type { Head } from "@parley/core";
import type { Draft } from "@parley/core/sql-store";
import type { ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import { type DeliveryRows, headOf } from "../rows/delivery-rows.ts";
import type { Grants } from "./grants.ts";
import type { IdempotencyKeys } from "../rows/idempotency.ts";
import type { Identities } from "../rows/identities.ts";
import type { LaneRow, LaneRows } from "./lane-rows.ts";
import type { ChannelSlots } from "./channel-slots.ts";
import type { Tokens } from "./tokens.ts";

/** State of one commit, read under locks. It ends with its transaction. */
export interface Work {
  readonly conversations: ConversationRows;
  readonly lanes: LaneRows;
  readonly deliveries: DeliveryRows;
  readonly identities: Identities;
  readonly keys: IdempotencyKeys;
  readonly slots: ChannelSlots;
  readonly tokens: Tokens;
  readonly grants: Grants;
}

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
 * @returns the delivery's sequence.
 */
export function enqueue(work: Work, conversation: ConversationRow, draft: Draft): number {
  const sequence = ++conversation.lastSequence;
  work.conversations.change(conversation);
  const lane = work.lanes.find(conversation.number, draft.kind);
  const isQueued = lane !== undefined;
  const head = headOf(work.deliveries.insert(conversation.number, sequence, draft, isQueued));
  if (lane === undefined) {
    open(work, conversation, draft, head);
  } else {
    lane.waiting += 1;
    work.lanes.change(lane);
  }
  return sequence;
}

/** Removes the settled head. The next one starts, or the lane becomes idle and is deleted. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.kind === "outbound") work.slots.leave(lane.channel);
  if (lane.waiting === 1) work.lanes.remove(lane);
  else follow(work, lane);
  if (lane.kind === "outbound") startParked(work, lane.channel);
}

function open(work: Work, { number, channel }: ConversationRow, { kind }: Draft, head: Head): void {
  const lane: LaneRow = {
    ctid: null,
    conversation: number,
    kind,
    channel,
    head: head.sequence,
    waiting: 1,
    parked: null,
    ...newHead,
  };
  start(work, lane, head);
}

function follow(work: Work, settled: LaneRow): void {
  const head = headOf(work.deliveries.follower(settled.conversation, settled.kind));
  const place = { head: head.sequence, waiting: settled.waiting - 1 };
  start(work, { ...settled, ...newHead, ...place }, head);
}

function start(work: Work, lane: LaneRow, head: Head): void {
  if (lane.kind !== "outbound" || work.slots.take(lane.channel)) {
    work.grants.offer(lane, () => head);
  } else {
    lane.parked = work.tokens.next();
    work.slots.park(lane);
  }
  work.lanes.change(lane);
}

function startParked({ slots, grants, deliveries, lanes }: Work, channel: number): void {
  for (let lane = slots.next(channel); lane !== undefined; lane = slots.next(channel)) {
    const { conversation, head } = lane;
    lane.parked = null;
    grants.offer(lane, () => deliveries.head(conversation, head));
    lanes.change(lane);
  }
}
