import { type Draft, firstBackend } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { type Front, frontAfter, frontOf, insertDelivery } from "../rows/delivery-rows.ts";
import {
  deleteLane,
  findLane,
  insertLane,
  type LaneName,
  type LaneRow,
  lengthenLane,
  updateLane,
} from "./lane-rows.ts";
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
  const front = insertDelivery(connection, conversation.number, sequence, draft);
  const name = laneFor(work, conversation, draft);
  if (isIdle || !lengthenLane(connection, name, sequence)) open(work, conversation, name, front);
  return sequence;
}

/** Removes the settled head. The next one starts, or the lane becomes idle and is deleted. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.waiting === 1) deleteLane(work.connection, lane);
  else follow(work, lane);
  if (lane.kind === "outbound") startParked(work, lane.channel);
}

/** Removes the settled change of owner. The first delivery behind it starts, or the lane is deleted. */
export function advanceBehindChange(work: Work, settled: LaneRow): void {
  const { connection } = work;
  if (settled.waiting === 0) return deleteLane(connection, settled);
  const lane: LaneRow = { ...settled, ...newHead, ownerChange: null };
  start(work, lane, 0, () => frontOf(connection, lane));
  updateLane(connection, lane);
}

/** Numbers of the backends that own a conversation before and after a change; `null`: nobody does. */
interface HandOver {
  readonly from: number | null;
  readonly to: number | null;
  /** JSON text; `null`: the new owner is not told. */
  readonly ownerChange: string | null;
}

/** Gives what waits for the owner to another backend, after the change if it is told. Earlier leases are stale. */
export function handOver(
  work: Work,
  { number, channel }: ConversationRow,
  { from, to, ownerChange }: HandOver,
): void {
  const { connection, grants } = work;
  const inbound = { conversation: number, kind: "inbound" } as const;
  const old = from === null ? undefined : findLane(connection, { ...inbound, backend: from });
  const { head, waiting, token } = old ?? { head: 0, waiting: 0, token: null };
  if (old !== undefined) deleteLane(connection, old);
  if (token !== null) grants.revoke(token);
  if (to === null || (waiting === 0 && ownerChange === null)) return;
  const place = { channel, head, waiting, parked: null, ownerChange };
  const lane: LaneRow = { ...inbound, backend: to, ...place, ...newHead };
  start(work, lane, 0, () => frontOf(connection, lane));
  insertLane(connection, lane);
}

/** Ends a lane with everything in it. No instant is known here, so the lane that gets its slot is due at 0: at once. */
export function dropLane(connection: Connection, lane: LaneRow): void {
  deleteLane(connection, lane);
  if (lane.kind !== "outbound" || lane.parked !== null) return;
  const next = oldestParked(connection, lane.channel);
  if (next !== undefined) updateLane(connection, { ...next, parked: null, due: 0 });
}

/** The lane that gets a delivery: of a visitor's message that of the owner, which the conversation has. */
function laneFor(
  { connection }: Work,
  { number, current }: ConversationRow,
  { kind, backend }: Draft,
): LaneName {
  const { owner } = current;
  if (kind === "outbound") return { conversation: number, kind, backend: firstBackend };
  if (kind !== "inbound") return { conversation: number, kind, backend: backend ?? firstBackend };
  if (owner.backend === null) throw new Error("a visitor's message has no owner");
  return { conversation: number, kind, backend: connection.backends.numberOf(owner.backend) };
}

function open(work: Work, { channel }: ConversationRow, name: LaneName, front: Front): void {
  const lane: LaneRow = {
    ...name,
    channel,
    head: front.head.sequence,
    waiting: 1,
    parked: null,
    ownerChange: null,
    ...newHead,
  };
  start(work, lane, 0, () => front);
  insertLane(work.connection, lane);
}

function follow(work: Work, settled: LaneRow): void {
  const front = frontAfter(work.connection, settled);
  const place = { head: front.head.sequence, waiting: settled.waiting - 1 };
  const lane: LaneRow = { ...settled, ...newHead, ...place };
  start(work, lane, 1, () => front);
  updateLane(work.connection, lane);
}

/** `freed`: 1 while the lane's own row still counts as active. */
function start(work: Work, lane: LaneRow, freed: 0 | 1, front: () => Front): void {
  const { connection, grants } = work;
  if (lane.kind !== "outbound" || hasFreeSlot(work, lane.channel, freed)) grants.offer(lane, front);
  else lane.parked = connection.tokens.next();
}

function startParked(work: Work, channel: number): void {
  const { connection, grants } = work;
  for (;;) {
    const lane = nextParked(work, channel);
    if (lane === undefined) return;
    lane.parked = null;
    grants.offer(lane, () => frontOf(connection, lane));
    updateLane(connection, lane);
  }
}
