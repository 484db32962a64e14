import type { Head, LeaseBudget } from "@parley/core";
import type { Connection } from "./connection.ts";
import { type ConversationRow, ConversationRows } from "./conversation-rows.ts";
import { type Draft, headAfter, insertDelivery } from "./delivery-rows.ts";
import { Grants } from "./grants.ts";
import {
  deleteLane,
  findLane,
  insertLane,
  type LaneRow,
  lengthenLane,
  updateLane,
} from "./lane-rows.ts";
import { hasSeat, nextParked, oldestParked } from "./seats.ts";

/** What one call of the message store works with; it ends with its transaction. */
export interface Work {
  readonly connection: Connection;
  readonly conversations: ConversationRows;
  readonly grants: Grants;
}

export function beginWork(connection: Connection, now: number, budget: LeaseBudget): Work {
  const conversations = new ConversationRows(connection);
  return { connection, conversations, grants: new Grants(connection, now, budget) };
}

/**
 * Puts one delivery at the end of its conversation's lane of its kind; a lane that was idle starts.
 * @returns its sequence.
 */
export function enqueue(work: Work, conversation: ConversationRow, draft: Draft): number {
  const sequence = ++conversation.lastSequence;
  work.conversations.change(conversation);
  const head = insertDelivery(work.connection, conversation.number, sequence, draft);
  const lane = findLane(work.connection, conversation.number, draft.kind);
  if (lane === undefined) open(work, conversation, draft, head);
  else lengthenLane(work.connection, lane);
  return sequence;
}

/** Takes the settled head off: the next one starts, or the idle lane goes. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.waiting === 1) deleteLane(work.connection, lane);
  else follow(work, lane);
  if (lane.kind === "outbound") seatParked(work, lane.channel);
}

/**
 * Ends a lane whatever it holds. Without an instant to write, the lane that gets its seat is due at 0: at once.
 */
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
    attempt: 0,
    startedAt: null,
    due: null,
    parked: null,
    token: null,
    owner: null,
    memo: null,
  };
  start(work, lane, 0, () => head);
  insertLane(work.connection, lane);
}

function follow(work: Work, settled: LaneRow): void {
  const { connection } = work;
  const head = headAfter(connection, settled.conversation, settled.kind, settled.head);
  const fresh = { attempt: 0, startedAt: null, due: null, token: null, owner: null, memo: null };
  const lane: LaneRow = { ...settled, ...fresh, head: head.sequence, waiting: settled.waiting - 1 };
  start(work, lane, 1, () => head);
  updateLane(connection, lane);
}

/** `freed`: 1 when the lane's own row still counts as seated. */
function start({ connection, grants }: Work, lane: LaneRow, freed: 0 | 1, head: () => Head): void {
  const { kind, channel } = lane;
  if (kind !== "outbound" || hasSeat(connection, channel, grants.seriesPerChannel, freed)) {
    grants.offer(lane, head);
  } else {
    lane.parked = connection.tokens.next();
  }
}

function seatParked({ connection, grants }: Work, channel: number): void {
  for (;;) {
    const lane = nextParked(connection, channel, grants.seriesPerChannel);
    if (lane === undefined) return;
    lane.parked = null;
    grants.offer(lane, () => headAfter(connection, lane.conversation, lane.kind, lane.head - 1));
    updateLane(connection, lane);
  }
}
