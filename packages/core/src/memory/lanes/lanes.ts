import { isMessageKind, type LaneKind } from "../../model/lane.ts";
import type { MemoryData } from "../data.ts";
import type { DeliveryRow, ConversationRow, LaneRow } from "../rows.ts";
import type { Grants } from "./grants.ts";

/** The fields of a delivery that do not come from its conversation. */
export type Draft = Pick<
  DeliveryRow,
  "kind" | "backend" | "message" | "sender" | "recipientId" | "acceptedAt"
> & {
  /** `null` for a message's first delivery. */
  readonly messageSequence: number | null;
};

/** Appends one delivery to its conversation's lane of its kind. An idle lane starts. */
export function enqueue(
  data: MemoryData,
  grants: Grants,
  conversation: ConversationRow,
  draft: Draft,
): DeliveryRow {
  const sequence = ++conversation.lastSequence;
  const messageSequence = draft.messageSequence ?? sequence;
  const delivery: DeliveryRow = {
    ...draft,
    sequence,
    messageSequence,
    state: "waiting",
    failure: null,
    record: null,
  };
  conversation.deliveries.set(sequence, delivery);
  if (isMessageKind(draft.kind)) conversation.newest.set(messageSequence, delivery);
  const backend = backendOf(conversation, draft);
  const lane = laneOf(conversation, draft.kind, backend);
  if (lane === null) start(data, grants, open(data, conversation, draft.kind, backend, [delivery]));
  else lane.queue.push(delivery);
  return delivery;
}

/** `backend`: `null` for the outbound lane. */
export function laneOf(
  { lanes }: ConversationRow,
  kind: LaneKind,
  backend: string | null,
): LaneRow | null {
  return [...lanes].find((lane) => lane.kind === kind && lane.backend === backend) ?? null;
}

/** The lane whose lease has this token. */
export function leasedLane(
  { lanes }: ConversationRow,
  kind: LaneKind,
  token: number,
): LaneRow | null {
  return [...lanes].find((lane) => lane.kind === kind && lane.lease?.token === token) ?? null;
}

/** The backends that own a conversation before and after a change; `null`: nobody does. */
interface HandOver {
  readonly from: string | null;
  readonly to: string | null;
  /** JSON text; `null`: the new owner is not told. */
  readonly ownerChange: string | null;
}

/** Gives what waits for the owner to another backend, after the change if it is told. Earlier leases are stale. */
export function handOver(
  data: MemoryData,
  grants: Grants,
  conversation: ConversationRow,
  { from, to, ownerChange }: HandOver,
): void {
  const old = laneOf(conversation, "inbound", from);
  if (old !== null) forget(data, old);
  const queue = old?.queue ?? [];
  if (to === null || (queue.length === 0 && ownerChange === null)) return;
  const lane = open(data, conversation, "inbound", to, queue);
  lane.ownerChange = ownerChange;
  start(data, grants, lane);
}

/** Removes the settled head: the next one starts, or the empty lane is deleted. */
export function advance(data: MemoryData, grants: Grants, lane: LaneRow): void {
  if (lane.ownerChange !== null) lane.ownerChange = null;
  else lane.queue.shift();
  if (lane.kind === "outbound") data.slots.leave(lane);
  if (lane.queue.length === 0) forget(data, lane);
  else start(data, grants, lane);
  if (lane.kind === "outbound") startParked(data, grants, lane.conversation.current.channelKey);
}

/**
 * Deletes a lane whatever it holds. A parked lane that gets its slot has `due` 0, which means at once, because no
 * instant is passed in.
 */
export function drop(data: MemoryData, lane: LaneRow): void {
  forget(data, lane);
  if (lane.kind !== "outbound" || !data.slots.leave(lane)) return;
  const next = data.slots.replace(lane.conversation.current.channelKey);
  if (next !== null) next.due = 0;
}

/** The backend whose lane gets a delivery. A visitor's message waits for the owner, which the conversation has. */
function backendOf({ current }: ConversationRow, { kind, backend }: Draft): string | null {
  if (kind === "outbound") return null;
  return kind === "inbound" ? current.owner.backend : backend;
}

function open(
  data: MemoryData,
  conversation: ConversationRow,
  kind: LaneKind,
  backend: string | null,
  queue: DeliveryRow[],
): LaneRow {
  const lane: LaneRow = { kind, backend, conversation, queue, ownerChange: null, ...newHead };
  conversation.lanes.add(lane);
  data.lanes.add(lane);
  return lane;
}

function start(data: MemoryData, grants: Grants, lane: LaneRow): void {
  Object.assign(lane, newHead);
  if (lane.kind !== "outbound" || data.slots.take(lane, grants.seriesPerChannel))
    grants.offer(lane);
}

const newHead: Pick<LaneRow, "attempt" | "startedAt" | "memo" | "pausedSince" | "lease" | "due"> = {
  attempt: 0,
  startedAt: null,
  memo: null,
  pausedSince: null,
  lease: null,
  due: null,
};

function startParked(data: MemoryData, grants: Grants, channelKey: string): void {
  for (;;) {
    const lane = data.slots.next(channelKey, grants.seriesPerChannel);
    if (lane === null) return;
    grants.offer(lane);
  }
}

function forget(data: MemoryData, lane: LaneRow): void {
  lane.lease = null;
  lane.conversation.lanes.delete(lane);
  data.lanes.delete(lane);
}
