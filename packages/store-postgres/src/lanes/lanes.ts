import { type Draft, firstBackend } from "@parley/core/sql-store";
import type { ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import { type DeliveryRows, headOf, type HeadRow } from "../rows/delivery-rows.ts";
import type { OwnerChangeRows } from "../owners/owner-changes.ts";
import type { BackendNumbers } from "../backends/backend-numbers.ts";
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
  readonly backends: BackendNumbers;
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
  const { kind } = draft;
  const backend = backendOf(conversation, draft);
  const lane = work.lanes.find(conversation.number, kind, backend);
  const isQueued = lane !== undefined && lane.waiting > 0;
  const row = work.deliveries.insert(conversation.number, sequence, draft, isQueued);
  if (lane === undefined) {
    const opened = { kind, backend, ownerChange: null, head: sequence, waiting: 1 };
    open(work, conversation, opened, () => headOf(row));
  } else {
    if (lane.waiting === 0) lane.head = sequence;
    lane.waiting += 1;
    work.lanes.change(lane);
  }
  return sequence;
}

/**
 * Number of the backend that gets a report or a notice. Of two numbers, the one that has such a lane already: what waits
 * there goes first.
 */
export function listenerNumber(
  { lanes, backends }: Work,
  { number: conversation }: ConversationRow,
  { kind, backend }: { readonly kind: "reports" | "notices"; readonly backend: string },
): number {
  const inUse = backends
    .numbersMeantBy(backend)
    .find((number) => lanes.find(conversation, kind, number) !== undefined);
  return inUse ?? backends.numberOf(backend);
}

/** Removes the settled head. The next one starts, or the lane becomes idle and is deleted. */
export function advance(work: Work, lane: LaneRow): void {
  if (lane.kind === "outbound") work.slots.leave(lane.channel);
  if (lane.ownerChange !== null) startBehindChange(work, lane);
  else if (lane.waiting === 1) work.lanes.remove(lane);
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
  const { lanes, deliveries } = work;
  const { number } = conversation;
  const old = from === null ? undefined : lanes.find(number, "inbound", from);
  if (old !== undefined) {
    // A lease that this call has granted is stale, too.
    old.token = null;
    lanes.remove(old);
  }
  const { head, waiting } = old ?? { head: 0, waiting: 0 };
  if (to === null || (waiting === 0 && ownerChange === null)) return;
  const lane: OpenedLane = { kind: "inbound", backend: to, ownerChange, head, waiting };
  open(work, conversation, lane, () => deliveries.head(number, head));
}

/** The backend whose lane gets a delivery. A visitor's message waits for the owner, which the conversation has. */
function backendOf(conversation: ConversationRow, draft: Draft): number {
  if (draft.kind === "outbound") return firstBackend;
  const backend = draft.kind === "inbound" ? conversation.backend : draft.backend;
  return backend ?? firstBackend;
}

type OpenedLane = Pick<LaneRow, "kind" | "backend" | "ownerChange" | "head" | "waiting">;

function open(
  work: Work,
  { number, channel }: ConversationRow,
  opened: OpenedLane,
  head: () => HeadRow,
): void {
  const place = { ctid: null, conversation: number, channel, parked: null };
  start(work, { ...place, ...opened, ...newHead }, head);
}

/** Removes the settled change of owner. The first delivery behind it starts, or the lane is deleted. */
function startBehindChange(work: Work, settled: LaneRow): void {
  const { lanes, deliveries } = work;
  if (settled.waiting === 0) return lanes.remove(settled);
  const { conversation, head } = settled;
  const lane: LaneRow = { ...settled, ...newHead, ownerChange: null };
  start(work, lane, () => deliveries.head(conversation, head));
}

function follow(work: Work, settled: LaneRow): void {
  const row = work.deliveries.follower(settled);
  const place = { head: row.sequence, waiting: settled.waiting - 1 };
  start(work, { ...settled, ...newHead, ...place }, () => headOf(row));
}

function start(work: Work, lane: LaneRow, head: () => HeadRow): void {
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
