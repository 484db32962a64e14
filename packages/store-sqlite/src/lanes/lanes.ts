import { type Draft, firstBackend } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { type HeadRow, headAfter, headOf, insertDelivery } from "../rows/delivery-rows.ts";
import {
  deleteLane,
  findLane,
  insertLane,
  type LaneRef,
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
  const head = insertDelivery(connection, conversation.number, sequence, draft);
  const { kind } = draft;
  const backend = backendOf(work, conversation, draft);
  const ref: LaneRef = { conversation: conversation.number, kind, backend };
  if (!isIdle && lengthenLane(connection, ref, sequence)) return sequence;
  const opened = { kind, backend, ownerChange: null, head: sequence, waiting: 1 };
  open(work, conversation, opened, () => head);
  return sequence;
}

/** Removes the settled head. The next one starts, or the lane becomes idle and is deleted. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.ownerChange !== null) startBehindChange(work, lane);
  else if (lane.waiting === 1) deleteLane(work.connection, lane);
  else follow(work, lane);
  if (lane.kind === "outbound") startParked(work, lane.channel);
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
  conversation: ConversationRow,
  { from, to, ownerChange }: HandOver,
): void {
  const { connection, grants } = work;
  const inbound = { conversation: conversation.number, kind: "inbound" } as const;
  const old = from === null ? undefined : findLane(connection, { ...inbound, backend: from });
  if (old !== undefined) deleteLane(connection, old);
  const { head, waiting, token } = old ?? { head: 0, waiting: 0, token: null };
  if (token !== null) grants.revoke(token);
  if (to === null || (waiting === 0 && ownerChange === null)) return;
  const lane: OpenedLane = { kind: "inbound", backend: to, ownerChange, head, waiting };
  open(work, conversation, lane, () => headOf(connection, { ...inbound, head }));
}

/** Ends a lane with everything in it. No instant is known here, so the lane that gets its slot is due at 0: at once. */
export function dropLane(connection: Connection, lane: LaneRow): void {
  deleteLane(connection, lane);
  if (lane.kind !== "outbound" || lane.parked !== null) return;
  const next = oldestParked(connection, lane.channel);
  if (next !== undefined) updateLane(connection, { ...next, parked: null, due: 0 });
}

/** The backend whose lane gets a delivery. A visitor's message waits for the owner, which the conversation has. */
function backendOf({ connection }: Work, { current }: ConversationRow, draft: Draft): number {
  if (draft.kind === "outbound") return firstBackend;
  const isInbound = draft.kind === "inbound";
  const backend = isInbound ? connection.backends.numberOfOwner(current.owner) : draft.backend;
  if (backend === null) throw new Error("a visitor's message has no owner");
  return backend;
}

type OpenedLane = Pick<LaneRow, "kind" | "backend" | "ownerChange" | "head" | "waiting">;

function open(
  work: Work,
  { number, channel }: ConversationRow,
  opened: OpenedLane,
  head: () => HeadRow,
): void {
  const lane: LaneRow = { conversation: number, channel, parked: null, ...opened, ...newHead };
  start(work, lane, 0, head);
  insertLane(work.connection, lane);
}

/** Removes the settled change of owner. The first delivery behind it starts, or the lane is deleted. */
function startBehindChange(work: Work, settled: LaneRow): void {
  const { connection } = work;
  if (settled.waiting === 0) return deleteLane(connection, settled);
  const lane: LaneRow = { ...settled, ...newHead, ownerChange: null };
  start(work, lane, 0, () => headOf(connection, lane));
  updateLane(connection, lane);
}

function follow(work: Work, settled: LaneRow): void {
  const next = headAfter(work.connection, settled);
  const place = { head: next.head.sequence, waiting: settled.waiting - 1 };
  const lane: LaneRow = { ...settled, ...newHead, ...place };
  start(work, lane, 1, () => next);
  updateLane(work.connection, lane);
}

/** `freed`: 1 while the lane's own row still counts as active. */
function start(work: Work, lane: LaneRow, freed: 0 | 1, head: () => HeadRow): void {
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
