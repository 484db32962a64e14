import type { Append, CommitBatch, InboundAppend, LeaseBudget, Settlement } from "@parley/core";
import type { ChannelKeys } from "./channel-keys.ts";
import { type ConversationRow, ConversationRows, type VisitorRef } from "./conversation-rows.ts";
import { DeliveryRows } from "./delivery-rows.ts";
import { Grants } from "./grants.ts";
import { IdempotencyKeys } from "./idempotency.ts";
import { Identities } from "./identities.ts";
import { LaneRows } from "./lane-rows.ts";
import type { Work } from "./lanes.ts";
import { searchable } from "./searchable.ts";
import { lockSeats, Seats, type SeatUse } from "./seats.ts";
import type { Session } from "./session.ts";
import { Tokens } from "./tokens.ts";

/**
 * Locks everything that a batch touches, in one order, and only then reads: a statement that did both could not see
 * what was committed while it waited, and would lease a head that is not there or store a repeat.
 */
export async function beginWork(
  session: Session,
  batch: CommitBatch,
  now: number,
  budget: LeaseBudget,
  channels: ChannelKeys,
): Promise<Work> {
  const work = new BatchWork(session, batch, now, budget);
  await work.lock(channels);
  await work.read();
  return work;
}

/** Writes all that was changed; the commit waits for it. */
export function saveWork(session: Session, work: Work): void {
  work.conversations.save(session);
  work.deliveries.save(session);
  work.lanes.save(session);
  work.identities.save(session);
  work.keys.save(session, work.grants.now);
}

class BatchWork implements Work {
  readonly conversations = new ConversationRows();
  readonly lanes = new LaneRows();
  readonly deliveries = new DeliveryRows();
  readonly identities = new Identities();
  readonly keys = new IdempotencyKeys();
  readonly tokens = new Tokens();
  readonly seats: Seats;
  readonly grants: Grants;
  readonly #session: Session;
  readonly #batch: CommitBatch;

  constructor(session: Session, batch: CommitBatch, now: number, budget: LeaseBudget) {
    this.#session = session;
    this.#batch = batch;
    this.seats = new Seats(budget.seriesPerChannel);
    this.grants = new Grants(this.tokens, now, budget);
  }

  async lock(channels: ChannelKeys): Promise<void> {
    const { appends, settlements } = this.#batch;
    const inbound = appends.filter((append) => append.kind === "inbound");
    const ids = new Set([
      ...settlements.map(({ lane }) => searchable(lane.conversationId)),
      ...appends.flatMap((append) => idOf(append) ?? []),
    ]);
    await Promise.all([
      this.conversations.lock(this.#session, [...ids], visitorsOf(inbound, channels)),
      lockSeats(this.#session, this.#seatedIds()),
    ]);
    const firsts = newVisitors(inbound, this.conversations).map((append) => ({
      append,
      channel: channels.numberOf(append.channelKey),
    }));
    await this.conversations.make(this.#session, firsts, this.grants.now);
  }

  async read(): Promise<void> {
    const session = this.#session;
    const { appends, settlements } = this.#batch;
    await Promise.all([
      this.tokens.add(session, appends.length + 2 * settlements.length),
      this.lanes.load(session, this.conversations.numbers()),
      this.deliveries.loadFollowers(session, this.#ended()),
      this.deliveries.loadMessages(session, this.#again()),
      this.identities.load(session, this.#identified()),
      this.keys.load(session, this.#keyed()),
    ]);
    await this.seats.load(session, this.#seatUses(), this);
  }

  #seatedIds(): readonly string[] {
    const { appends, settlements } = this.#batch;
    return [
      ...settlements.filter(endsSeries).map(({ lane }) => searchable(lane.conversationId)),
      ...appends.flatMap((append) => (isOutbound(append) ? (idOf(append) ?? []) : [])),
    ];
  }

  #seatUses(): readonly SeatUse[] {
    const ends = new Map<number, number>();
    const add = (conversationId: string, more: number): void => {
      const row = this.conversations.byId(conversationId);
      if (row !== undefined) ends.set(row.channel, (ends.get(row.channel) ?? 0) + more);
    };
    for (const one of this.#batch.settlements) if (endsSeries(one)) add(one.lane.conversationId, 1);
    for (const append of this.#batch.appends) if (isOutbound(append)) add(idOf(append) ?? "", 0);
    return [...ends].map(([channel, count]) => ({ channel, ends: count }));
  }

  #ended(): { conversation: number; kind: Settlement["lane"]["kind"] }[] {
    return this.#batch.settlements.flatMap(({ lane: { conversationId, kind }, verdict }) => {
      const row = this.conversations.byId(conversationId);
      return row === undefined || verdict.kind === "retry"
        ? []
        : [{ conversation: row.number, kind }];
    });
  }

  #again(): { conversation: number; sequence: number }[] {
    return this.#batch.appends.flatMap((append) => {
      if (append.kind !== "again") return [];
      const row = this.conversations.byId(append.conversationId);
      return row === undefined ? [] : [{ conversation: row.number, sequence: append.sequence }];
    });
  }

  #identified(): { append: InboundAppend; row: ConversationRow }[] {
    return this.#batch.appends.flatMap((append) => {
      if (append.kind !== "inbound") return [];
      const row = this.conversations.madeFor(append);
      return row === undefined ? [] : [{ append, row }];
    });
  }

  #keyed(): { conversation: number; key: string }[] {
    return this.#batch.appends.flatMap((append) => {
      if (append.kind !== "outbound" || append.idempotencyKey === null) return [];
      const row = this.conversations.byId(append.conversationId);
      return row === undefined ? [] : [{ conversation: row.number, key: append.idempotencyKey }];
    });
  }
}

function idOf(append: Append): string | null {
  return append.kind === "inbound" ? null : searchable(append.conversationId);
}

function isOutbound(append: Append): boolean {
  return append.kind === "outbound" || (append.kind === "again" && append.direction === "outbound");
}

function endsSeries({ lane, verdict }: Settlement): boolean {
  return lane.kind === "outbound" && verdict.kind !== "retry";
}

function visitorsOf(appends: readonly InboundAppend[], channels: ChannelKeys): VisitorRef[] {
  return appends.map(({ channelKey, visitorKey }) => ({
    channel: channels.numberOf(channelKey),
    visitorKey,
  }));
}

/** The first append of each unknown visitor that may make a conversation. */
function newVisitors(
  appends: readonly InboundAppend[],
  conversations: ConversationRows,
): readonly InboundAppend[] {
  const firsts = new Map<string, InboundAppend>();
  for (const append of appends) {
    const { channelKey, visitorKey, mayCreate } = append;
    const ref = `${channelKey}\n${visitorKey}`;
    if (!mayCreate || firsts.has(ref)) continue;
    if (conversations.byVisitor(channelKey, visitorKey) === undefined) firsts.set(ref, append);
  }
  return [...firsts.values()];
}
