import type { CommitBatch, InboundAppend, LeaseBudget } from "@parley/core";
import { type BatchReads, idOf, readsOf, activeIds } from "./batch-reads.ts";
import type { ChannelKeys } from "../channels/channel-keys.ts";
import { lockConversations, lockKnown } from "./conversation-locks.ts";
import { type ConversationRow, ConversationRows } from "../rows/conversation-rows.ts";
import { DeliveryRows } from "../rows/delivery-rows.ts";
import { Grants } from "./grants.ts";
import { IdempotencyKeys } from "../rows/idempotency.ts";
import { Identities } from "../rows/identities.ts";
import {
  type Found,
  type KnownConversations,
  numberLookupOf,
  type Wanted,
} from "../rows/known-conversations.ts";
import { loadLanes } from "./lane-load.ts";
import { LaneRows } from "./lane-rows.ts";
import type { Work } from "./lanes.ts";
import { OwnerChangeRows } from "../owners/owner-changes.ts";
import type { BackendNumbers } from "../backends/backend-numbers.ts";
import { loadOwnersHeads } from "./owner-heads.ts";
import { PairMap } from "../statements/pair-map.ts";
import { searchable } from "../statements/searchable.ts";
import { lockSlots, lockSlotsOf, ChannelSlots } from "./channel-slots.ts";
import type { Session } from "../connection/session.ts";
import { conversationsOf } from "../state/batch-facts.ts";
import { Tokens } from "./tokens.ts";

/** Numbers that this node has cached. */
export interface Numbers {
  readonly channels: ChannelKeys;
  readonly conversations: KnownConversations;
}

/**
 * Locks everything that a batch changes, in one order, and only then reads. One statement for both would not see
 * commits made while it waited. It would lease a head that is gone, or store a repeat.
 * @returns `null` when a cached conversation is gone. The transaction has changed nothing and must start again.
 */
export async function beginWork(
  session: Session,
  batch: CommitBatch,
  now: number,
  budget: LeaseBudget,
  numbers: Numbers,
): Promise<Work | null> {
  const work = new BatchWork(session, batch, now, budget);
  return (await work.begin(numbers)) ? work : null;
}

/** Sends all changes. The commit waits for them. */
export function saveWork(session: Session, work: Work): void {
  session.write([
    ...work.conversations.writes(),
    ...work.deliveries.writes(),
    ...work.lanes.writes(),
    ...work.identities.writes(),
    ...work.keys.writes(),
    ...work.ownerChanges.writes(),
  ]);
}

class BatchWork implements Work {
  readonly conversations = new ConversationRows();
  readonly lanes = new LaneRows();
  readonly deliveries = new DeliveryRows();
  readonly identities = new Identities();
  readonly keys = new IdempotencyKeys();
  readonly tokens = new Tokens();
  readonly slots: ChannelSlots;
  readonly grants: Grants;
  readonly ownerChanges: OwnerChangeRows;
  readonly backends: BackendNumbers;
  readonly #session: Session;
  readonly #batch: CommitBatch;

  constructor(session: Session, batch: CommitBatch, now: number, budget: LeaseBudget) {
    this.#session = session;
    this.#batch = batch;
    this.slots = new ChannelSlots(budget.seriesPerChannel);
    this.backends = session.backends;
    this.ownerChanges = new OwnerChangeRows(this.backends);
    this.grants = new Grants(this.tokens, now, budget, this.backends);
  }

  /** @returns whether all cached conversations exist. */
  async begin(numbers: Numbers): Promise<boolean> {
    const found = numbers.conversations.find(wantedOf(this.#batch, numbers.channels));
    const isAllKnown = found.unknown.ids.length + found.unknown.visitors.length === 0;
    const rows = isAllKnown ? await this.#lockAndRead(found, numbers) : await this.#lock(found);
    const locked = new Set(rows.map((row) => this.conversations.keep(row).number));
    const gone = [...found.known.values()].filter(({ number }) => !locked.has(number));
    for (const known of gone) numbers.conversations.forget(known);
    if (gone.length > 0) return false;
    if (!isAllKnown) {
      for (const row of rows) if (!found.known.has(row.number)) numbers.conversations.learn(row);
      await this.#make(numbers.channels);
      await this.#read(readsOf(this.#batch, this.conversations), this.conversations.numbers());
    }
    await this.slots.loadParked(this.#session, this);
    await loadOwnersHeads(this.#session, this.#batch, this);
    return true;
  }

  /** When everything is cached, locks and reads are sent together. The reads still run after the locks. */
  async #lockAndRead({ known }: Found, numbers: Numbers): Promise<readonly ConversationRow[]> {
    const reads = readsOf(this.#batch, numberLookupOf(numbers.conversations, numbers.channels));
    const [rows] = await Promise.all([
      lockKnown(this.#session, known),
      lockSlotsOf(this.#session, reads.slots),
      this.#read(reads, [...known.keys()]),
    ]);
    return rows;
  }

  async #lock({ known, unknown }: Found): Promise<readonly ConversationRow[]> {
    const [rows] = await Promise.all([
      lockConversations(this.#session, unknown, [...known.keys()]),
      lockSlots(this.#session, activeIds(this.#batch)),
    ]);
    return rows;
  }

  async #make(channels: ChannelKeys): Promise<void> {
    const firsts = newVisitors(this.#batch, this.conversations).map((append) => ({
      append,
      channel: channels.numberOf(append.channelKey),
    }));
    await this.conversations.make(this.#session, firsts, this.grants.now);
  }

  async #read(reads: BatchReads, conversations: readonly number[]): Promise<void> {
    const session = this.#session;
    await Promise.all([
      loadLanes(session, this, { of: conversations, tokens: reads.tokens }),
      this.deliveries.loadMessages(session, reads.again),
      this.identities.load(session, reads.identified),
      this.keys.load(session, reads.keyed),
      this.slots.count(session, reads.slots),
    ]);
  }
}

function wantedOf({ appends, settlements, states }: CommitBatch, channels: ChannelKeys): Wanted {
  const ids = new Set([
    ...settlements.map(({ lane }) => searchable(lane.conversationId)),
    ...appends.flatMap((append) => idOf(append) ?? []),
    ...(states === undefined ? [] : conversationsOf(states)),
  ]);
  const visitors = appends
    .filter((append) => append.kind === "inbound")
    .map(({ channelKey, visitorKey }) => ({ channel: channels.numberOf(channelKey), visitorKey }));
  return { ids: [...ids], visitors };
}

/** The first append of each unknown visitor that may create a conversation. */
function newVisitors(
  { appends }: CommitBatch,
  conversations: ConversationRows,
): readonly InboundAppend[] {
  const firsts: InboundAppend[] = [];
  const seen = new PairMap<string, string, InboundAppend>();
  for (const append of appends) {
    if (append.kind !== "inbound" || !append.mayCreate) continue;
    const { channelKey, visitorKey } = append;
    if (seen.get(channelKey, visitorKey) !== undefined) continue;
    seen.set(channelKey, visitorKey, append);
    if (conversations.byVisitor(channelKey, visitorKey) === undefined) firsts.push(append);
  }
  return firsts;
}
