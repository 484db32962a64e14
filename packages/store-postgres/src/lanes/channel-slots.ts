import type { ConversationColumns } from "@parley/core/sql-store";
import type { ConversationRows } from "../rows/conversation-rows.ts";
import { conversationColumns, rowOf } from "../rows/conversation-rows.ts";
import type { DeliveryRows } from "../rows/delivery-rows.ts";
import { givenRows } from "../statements/given-rows.ts";
import { type LaneColumns, laneColumns, laneOf, type LaneRow, type LaneRows } from "./lane-rows.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";
import type { Tokens } from "./tokens.ts";

// The bound on series per channel. An outbound lane holds a slot from the moment its head may start until the head is
// settled; past the bound it is parked: no `due`, so that a channel at its bound costs claims nothing. A parked lane is
// changed under its channel's lock only, which whoever adds to outbound lanes or ends their heads holds as well.

const lockOfConversations = statement(`select k.channel from channel_keys k
  where k.channel in (select channel from conversations where id = any($1::text[]))
  order by k.channel for no key update of k`);
const lockOfChannels =
  statement(`select k.channel from channel_keys k where k.channel = any($1::bigint[])
  order by k.channel for no key update of k`);
// Not by `exists`, for which all that are parked anywhere may be read into a table of hashes.
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

/** What a call may do to one channel's slots. */
export interface SlotUse {
  readonly channel: number;
  /** How many series it may end. */
  readonly ends: number;
}

interface SlotsOfChannel {
  active: number;
  /** Oldest first; at least one more than the call can start, when there are so many. */
  readonly parked: LaneRow[];
}

interface SlotCount {
  readonly channel: number;
  readonly active: number;
  readonly waits: boolean;
}

/** What is read of parked lanes, so that they can be leased. */
interface LeasedRows {
  readonly lanes: LaneRows;
  readonly deliveries: DeliveryRows;
  readonly conversations: ConversationRows;
  readonly tokens: Tokens;
}

/** Locks the channels of conversations, in the order of their numbers; to be called after the conversations' locks. */
export async function lockSlots(
  session: Session,
  conversationIds: readonly string[],
): Promise<void> {
  if (conversationIds.length > 0) await session.rows(lockOfConversations, conversationIds);
}

/** The same for channels whose numbers are known. */
export async function lockSlotsOf(session: Session, uses: readonly SlotUse[]): Promise<void> {
  if (uses.length === 0) return;
  await session.rows(
    lockOfChannels,
    uses.map(({ channel }) => channel),
  );
}

/** The slots of the channels that one call is about. */
export class ChannelSlots {
  readonly #bound: number;
  readonly #channels = new Map<number, SlotsOfChannel>();
  /** Of the channels where lanes are parked: how many to read. */
  readonly #wanted = new Map<number, number>();

  /** `bound`: the most series that a channel may have in flight, at least 1. */
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

  /** Then reads the parked lanes that may get one, with all that a lease of them needs. */
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
      const known = rows.lanes.find(lane.conversation, lane.kind) ?? rows.lanes.keep(lane);
      this.#channel(lane.channel).parked.push(known);
    }
  }

  /** Gives a slot to the lane, or says that it has to be parked: the channel is at its bound, or others were parked first. */
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

  /** Gives a slot to the channel's oldest parked lane while there is room for it. */
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
  for (const columns of shown) conversations.show(rowOf(columns));
}
