import { isMessageKind } from "../model/lane.ts";
import type { MemoryData } from "./data.ts";
import type { DeliveryRow, ConversationRow, LaneRow } from "./rows.ts";
import type { Grants } from "./grants.ts";

/** The fields of a delivery that do not come from its conversation. */
export type Draft = Pick<
  DeliveryRow,
  "kind" | "message" | "sender" | "recipientId" | "acceptedAt"
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
  const lane = conversation.lanes.get(draft.kind);
  if (lane === undefined) open(data, grants, conversation, delivery);
  else lane.queue.push(delivery);
  return delivery;
}

/** Removes the settled head: the next one starts, or the empty lane is deleted. */
export function advance(data: MemoryData, grants: Grants, lane: LaneRow): void {
  lane.queue.shift();
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

function open(
  data: MemoryData,
  grants: Grants,
  conversation: ConversationRow,
  head: DeliveryRow,
): void {
  const lane: LaneRow = {
    kind: head.kind,
    conversation,
    queue: [head],
    attempt: 0,
    startedAt: null,
    memo: null,
    pausedSince: null,
    lease: null,
    due: null,
  };
  conversation.lanes.set(lane.kind, lane);
  data.lanes.add(lane);
  start(data, grants, lane);
}

function start(data: MemoryData, grants: Grants, lane: LaneRow): void {
  Object.assign(lane, newHead);
  if (lane.kind !== "outbound" || data.slots.take(lane, grants.seriesPerChannel))
    grants.offer(lane);
}

const newHead = {
  attempt: 0,
  startedAt: null,
  memo: null,
  pausedSince: null,
  lease: null,
  due: null,
} as const;

function startParked(data: MemoryData, grants: Grants, channelKey: string): void {
  for (;;) {
    const lane = data.slots.next(channelKey, grants.seriesPerChannel);
    if (lane === null) return;
    grants.offer(lane);
  }
}

function forget(data: MemoryData, lane: LaneRow): void {
  lane.lease = null;
  lane.conversation.lanes.delete(lane.kind);
  data.lanes.delete(lane);
}
