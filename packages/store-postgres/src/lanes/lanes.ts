import { type Draft, firstBackend } from "@parley/core/sql-store";
import type { ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import { type DeliveryRows, headOf, type LeasedHead } from "../rows/delivery-rows.ts";
import type { OwnerChangeRows } from "../rows/owner-change-rows.ts";
import type { Backends } from "../owners/backends.ts";
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
  readonly ownerChanges: OwnerChangeRows;
  readonly backends: Backends;
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
  const backend = backendOf(conversation, draft);
  const lane = work.lanes.find(conversation.number, draft.kind, backend);
  const isQueued = lane !== undefined && lane.waiting > 0;
  const row = work.deliveries.insert(conversation.number, sequence, draft, isQueued);
  if (lane === undefined) {
    const ref = { kind: draft.kind, backend, ownerChange: null };
    open(work, conversation, { ...ref, head: sequence, waiting: 1 }, () => headOf(row));
  } else {
    if (lane.waiting === 0) lane.head = sequence;
    lane.waiting += 1;
    work.lanes.change(lane);
  }
  return sequence;
}

/** Removes the settled head. The next one starts, or the lane becomes idle and is deleted. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.kind === "outbound") work.slots.leave(lane.channel);
  if (lane.ownerChange !== null) hear(work, lane);
  else if (lane.waiting === 1) work.lanes.remove(lane);
  else follow(work, lane);
  if (lane.kind === "outbound") startParked(work, lane.channel);
}

/**
 * Gives what waits for the owner to another backend, after the change if it is told. Earlier leases are stale.
 * @param ownerChange JSON text; `null`: the new owner is not told
 */
export function handOver(
  work: Work,
  conversation: ConversationRow,
  { from, to }: { readonly from: number | null; readonly to: number | null },
  ownerChange: string | null,
): void {
  const { number } = conversation;
  const old = from === null ? undefined : work.lanes.find(number, "inbound", from);
  if (old !== undefined) forget(work, old);
  const { head, waiting } = old ?? { head: 0, waiting: 0 };
  if (to === null || (waiting === 0 && ownerChange === null)) return;
  const lane = { kind: "inbound", backend: to, ownerChange, head, waiting } as const;
  open(work, conversation, lane, () => work.deliveries.head(number, head));
}

/** A lease of this call is stale, too. */
function forget(work: Work, lane: LaneRow): void {
  lane.token = null;
  work.lanes.remove(lane);
}

/** The backend whose lane gets a delivery: of a visitor's message the owner, which it has. */
function backendOf({ backend }: ConversationRow, draft: Draft): number {
  if (draft.kind === "outbound") return firstBackend;
  return (draft.kind === "inbound" ? backend : draft.backend) ?? firstBackend;
}

type OpenedLane = Pick<LaneRow, "kind" | "backend" | "ownerChange" | "head" | "waiting">;

function open(
  work: Work,
  { number, channel }: ConversationRow,
  opened: OpenedLane,
  head: () => LeasedHead,
): void {
  const place = { ctid: null, conversation: number, channel, parked: null };
  start(work, { ...place, ...opened, ...newHead }, head);
}

/** The owner has heard of the change. */
function hear(work: Work, lane: LaneRow): void {
  if (lane.waiting === 0) return work.lanes.remove(lane);
  const { conversation, head } = lane;
  start(work, { ...lane, ...newHead, ownerChange: null }, () =>
    work.deliveries.head(conversation, head),
  );
}

function follow(work: Work, settled: LaneRow): void {
  const row = work.deliveries.follower(settled);
  const place = { head: row.sequence, waiting: settled.waiting - 1 };
  start(work, { ...settled, ...newHead, ...place }, () => headOf(row));
}

function start(work: Work, lane: LaneRow, head: () => LeasedHead): void {
  if (lane.kind !== "outbound" || work.slots.take(lane.channel)) {
    work.grants.offer(lane, head);
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
