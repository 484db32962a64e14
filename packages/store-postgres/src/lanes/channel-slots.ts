import type { ConversationColumns } from "@parley/core/sql-store";
import type { ConversationRows } from "../rows/conversation-rows.ts";
import { conversationColumns, rowOf } from "../rows/conversation-rows.ts";
import type { DeliveryRows } from "../rows/delivery-rows.ts";
import { givenRows } from "../statements/given-rows.ts";
import { type LaneColumns, laneColumns, laneOf, type LaneRow, type LaneRows } from "./lane-rows.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";
import type { Tokens } from "./tokens.ts";

// The limit on series per channel. An outbound lane holds a slot from its head's first possible start until the head is
// settled. Without a free slot a lane is parked. It then has no `due`, so a channel at its limit adds no work to
// claims. A parked lane is changed only under its channel's lock. Calls that append to outbound lanes or settle their
// heads hold it too.

const lockOfConversations = statement(`select k.channel from channel_keys k
  where k.channel in (select channel from conversations where id = any($1::text[]))
  order by k.channel for no key update of k`);
const lockOfChannels =
  statement(`select k.channel from channel_keys k where k.channel = any($1::bigint[])
  order by k.channel for no key update of k`);
// Not by `exists`: the server might hash all parked lanes of all channels.
const count = statement(`select asked.channel, slots.active, slots.waits
  from ${givenRows("asked", "channel bigint, most bigint")}
  cross join lateral (select
    (select count(*) from (select 1 from lanes where channel = asked.channel and kind = 1 and parked is null limit $3)
      as slot) as active,
    (select true from lanes where channel = asked.channel and kind = 1 and parked is not null limit 1) is not null
      as waits) as slots`);
const parkedLanes = statement(`select ${laneColumns}, found.place
  from ${givenRows("asked", "channel bigint, most bigint")}
  cross join lateral (select w.conversation, w.kind, row_number() over (order by w.parked) as place
    from (select conversation, kind, parked from lanes
      where channel = asked.channel and kind = 1 and parked is not null order by parked limit $3) as w) as found
  join lanes l on l.conversation = found.conversation and l.kind = found.kind
  where found.place <= asked.most`);
const parkedConversations = statement(
  `select ${conversationColumns} where c.conversation = any($1::bigint[])`,
);

/** How a call may use one channel's slots. */
export interface SlotUse {
  readonly channel: number;
  /** Maximum number of series that it ends. */
  readonly ends: number;
}

interface SlotsOfChannel {
  active: number;
  /** Oldest first. One more than the call can start, if there are that many. */
  readonly parked: LaneRow[];
}

interface SlotCount {
  readonly channel: number;
  readonly active: number;
  readonly waits: boolean;
}

/** Reads the rows that leases of parked lanes need. */
interface LeasedRows {
  readonly lanes: LaneRows;
  readonly deliveries: DeliveryRows;
  readonly conversations: ConversationRows;
  readonly tokens: Tokens;
}

/** Locks the channels of conversations, in the order of their numbers. Call it after the conversations' locks. */
export async function lockSlots(
  session: Session,
  conversationIds: readonly string[],
): Promise<void> {
  if (conversationIds.length > 0) await session.rows(lockOfConversations, conversationIds);
}

/** The same for known channel numbers. */
export async function lockSlotsOf(session: Session, uses: readonly SlotUse[]): Promise<void> {
  if (uses.length === 0) return;
  await session.rows(
    lockOfChannels,
    uses.map(({ channel }) => channel),
  );
}

/** The slots of the channels that one call uses. */
export class ChannelSlots {
  readonly #bound: number;
  readonly #channels = new Map<number, SlotsOfChannel>();
  /** Channels with parked lanes, and how many lanes to read. */
  readonly #wanted = new Map<number, number>();

  /** `bound`: the maximum number of series per channel, at least 1. */
  constructor(bound: number) {
    this.#bound = Math.max(1, Math.min(Math.floor(bound), 2 ** 52));
  }

  /** Reads the slots under their locks. */
  async count(session: Session, uses: readonly SlotUse[]): Promise<void> {
    if (uses.length === 0) return;
    const most = uses.map((use) => use.ends);
    const channels = uses.map(({ channel }) => channel);
    const limit = this.#bound + Math.max(...most) + 1;
    const counts = await session.rows<SlotCount>(count, channels, most, limit);
    for (const { channel, active, waits } of counts) {
      this.#channels.set(channel, { active, parked: [] });
      const ends = uses.find((use) => use.channel === channel)?.ends ?? 0;
      const wanted = Math.max(0, this.#bound - active) + ends + 1;
      if (waits) this.#wanted.set(channel, wanted);
    }
  }

  /** Reads the parked lanes that may get a slot, with everything for their leases. */
  async loadParked(session: Session, rows: LeasedRows): Promise<void> {
    if (this.#wanted.size === 0) return;
    const wanted = [...this.#wanted.values()];
    const found = await session.rows<LaneColumns & { readonly place: number }>(
      parkedLanes,
      [...this.#wanted.keys()],
      wanted,
      Math.max(...wanted),
    );
    const parked = found.sort((a, b) => a.place - b.place).map(laneOf);
    await loadHeads(session, parked, rows);
    for (const lane of parked) {
      const known =
        rows.lanes.find(lane.conversation, lane.kind, lane.backend) ?? rows.lanes.keep(lane);
      this.#channel(lane.channel).parked.push(known);
    }
  }

  /** Takes a slot. `false`: the lane must be parked, since no slot is free or other lanes were parked before. */
  take(channel: number): boolean {
    const slots = this.#channel(channel);
    if (slots.parked.length > 0 || slots.active >= this.#bound) return false;
    slots.active += 1;
    return true;
  }

  /** Puts a lane at the end of its channel's queue. */
  park(lane: LaneRow): void {
    this.#channel(lane.channel).parked.push(lane);
  }

  leave(channel: number): void {
    this.#channel(channel).active -= 1;
  }

  /** Gives a free slot to the channel's oldest parked lane. */
  next(channel: number): LaneRow | undefined {
    const slots = this.#channel(channel);
    if (slots.active >= this.#bound) return undefined;
    const oldest = slots.parked.shift();
    if (oldest !== undefined) slots.active += 1;
    return oldest;
  }

  #channel(channel: number): SlotsOfChannel {
    const slots = this.#channels.get(channel);
    if (slots === undefined) throw new Error("a channel's slots were used without its lock");
    return slots;
  }
}

async function loadHeads(
  session: Session,
  parked: readonly LaneRow[],
  { conversations, deliveries, tokens }: LeasedRows,
): Promise<void> {
  const strangers = parked
    .map(({ conversation }) => conversation)
    .filter((number) => conversations.byNumber(number) === undefined);
  const heads = parked.map(({ conversation, head }) => ({ conversation, sequence: head }));
  const [shown] = await Promise.all([
    session.rows<ConversationColumns>(parkedConversations, strangers),
    deliveries.load(session, heads),
    tokens.add(session, parked.length),
  ]);
  for (const columns of shown) conversations.show(rowOf(columns, session.backends.nameOf));
}
