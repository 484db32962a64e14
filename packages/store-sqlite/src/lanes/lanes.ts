import type { Head } from "@parley/core";
import type { Draft } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import type { ConversationRow } from "../rows/conversation-rows.ts";
import { remember } from "../rows/identities.ts";
import { deleteLane, type LaneRow, updateLane } from "./lane-rows.ts";
import { hasFreeSlot, nextParked, oldestParked } from "./channel-slots.ts";
import type { Work } from "./work.ts";

/**
 * Appends a delivery to its conversation's lane. An idle lane starts.
 * @returns the delivery's sequence.
 */
export function enqueue(work: Work, conversation: ConversationRow, draft: Draft): number {
  const sequence = ++conversation.lastSequence;
  const position = work.connection.positions.next();
  const isTold = draft.kind !== "reports" && draft.messageSequence === null;
  work.conversations.extend(conversation, isTold ? position : null);
  const place = { position, conversation: conversation.number, sequence };
  const head = work.deliveries.insert(place, draft);
  if (draft.identity !== null)
    remember(work.writeBehind, {
      ...place,
      acceptedAt: draft.acceptedAt,
      identity: draft.identity,
    });
  if (!work.lanes.lengthen(place, draft.kind, isTold))
    open(work, conversation, draft, head, isTold ? position : null);
  return sequence;
}

/** Removes the settled head. The next one starts, or the lane becomes idle and is deleted. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.waiting === 1) work.lanes.remove(lane);
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

/** `position`: of the head, when an immediate lease can be derived from it. */
function open(
  work: Work,
  { number, channel }: ConversationRow,
  { kind }: Draft,
  head: Head,
  position: number | null,
): void {
  const lane: LaneRow = {
    conversation: number,
    kind,
    channel,
    head: head.sequence,
    waiting: 1,
    last: head.sequence,
    attempt: 0,
    startedAt: null,
    due: null,
    parked: null,
    token: null,
    owner: null,
    memo: null,
    position: null,
  };
  start(work, lane, 0, () => head);
  work.lanes.open(lane.token === null ? lane : { ...lane, position });
}

function follow(work: Work, settled: LaneRow): void {
  const { head, position } = work.deliveries.follower(settled);
  const fresh = { attempt: 0, startedAt: null, due: null, token: null, owner: null, memo: null };
  const place = { head: head.sequence, waiting: settled.waiting - 1, position };
  const lane: LaneRow = { ...settled, ...fresh, ...place };
  start(work, lane, 1, () => head);
  work.lanes.lead(lane);
}

/** `freed`: 1 while the lane's own row still counts as active. */
function start(work: Work, lane: LaneRow, freed: 0 | 1, head: () => Head): void {
  const { connection, grants } = work;
  if (lane.kind !== "outbound" || hasFreeSlot(work, lane.channel, freed)) grants.offer(lane, head);
  else lane.parked = connection.tokens.next();
}

function startParked(work: Work, channel: number): void {
  const { connection, deliveries, grants } = work;
  for (;;) {
    const lane = nextParked(work, channel);
    if (lane === undefined) return;
    lane.parked = null;
    grants.offer(lane, () => deliveries.headOf(lane));
    updateLane(connection, lane);
  }
}
