import { Activities, type Activity } from "./activities.ts";
import { ChannelKeys } from "../channels/channel-keys.ts";
import type { Connection } from "../connection/connection.ts";
import { ConversationCache } from "./conversation-cache.ts";
import { type HeldLane, HeldLanes, laneAt } from "../lanes/held-lanes.ts";
import { insertLane, lengthenLane } from "../lanes/lane-rows.ts";
import { LongerLanes, type Surplus } from "../lanes/longer-lanes.ts";
import { KnownIds } from "./known-ids.ts";
import { writeKeys } from "../rows/idempotency.ts";
import { IndexWriter } from "./index-writer.ts";
import type { Positions } from "../rows/positions.ts";
import { RecentIdentities } from "./recent-identities.ts";
import { RecentKeys } from "./recent-keys.ts";
import { longerLanesOf, readTail, tailDeliveriesOf } from "./tail.ts";
import { TailDeliveries } from "./tail-deliveries.ts";

/** A longer tail is cut. After a crash all of it is read. */
const defaultTailDeliveries = 8_192;
/** Share of the longest tail whose index entries are written as one batch, before it is cut. */
const batchPart = 1 / 2;
/** Share of the longest tail that one cut removes. More rows share more pages, but block the event loop longer. */
const cutPart = 1 / 8;
/**
 * Bits of the first id filter per slot of the first ring. The filter is made for 32 times as many ids: half a million.
 */
const bitsOfFilter = 512;

const readWritten = "select value from counters where name = 'written'";
const write = "update counters set value = ? where name = 'written'";
const writeActivity =
  "update conversations set last_message_at = ?, last_sequence = ? where conversation = ?";

/**
 * Changes that are not in the rows of conversations and lanes yet. The newest deliveries contain them too: those after
 * the position in the counter `written`, called the tail. So a message that is accepted, leased and settled at once
 * writes only its own row. Other reads and changes of lanes or activity write the tail first. It outlives a connection.
 */
export class WriteBehind {
  readonly channels = new ChannelKeys();
  readonly conversations = new ConversationCache();
  readonly activities = new Activities();
  readonly lanes = new HeldLanes();
  readonly longer = new LongerLanes();
  readonly identities: RecentIdentities;
  readonly ids: KnownIds;
  readonly deliveries = new TailDeliveries();
  readonly keys = new RecentKeys();
  /** `null`: the outcome of the last transaction is unknown, so the tail must be read. */
  #written: number | null = null;
  /**
   * Position of the newest delivery before the running transaction. Infinity without a transaction, since no delivery
   * comes after it.
   */
  #stored = Number.POSITIVE_INFINITY;
  readonly #tailDeliveries: number;
  readonly #places: IndexWriter;
  /** Positions of the connection that wrote last. */
  #positions: Positions | null = null;
  readonly #keeps: (() => void)[] = [];
  readonly #undos: (() => void)[] = [];

  constructor(tailDeliveries = defaultTailDeliveries) {
    this.#tailDeliveries = Math.max(0, tailDeliveries);
    this.#places = new IndexWriter(Math.floor(this.#tailDeliveries * batchPart));
    const most = Math.min(this.#tailDeliveries, defaultTailDeliveries);
    const atFirst = 2 ** Math.ceil(Math.log2(most + 1));
    this.identities = new RecentIdentities(atFirst);
    this.ids = new KnownIds(bitsOfFilter * atFirst);
  }

  /** Runs `keep` once the running transaction has been committed. */
  afterCommit(keep: () => void): void {
    this.#keeps.push(keep);
  }

  /** Runs `undo` if the running transaction is rolled back. */
  afterRollback(undo: () => void): void {
    this.#undos.push(undo);
  }

  committed(): void {
    this.#stored = Number.POSITIVE_INFINITY;
    this.#undos.length = 0;
    for (const keep of this.#keeps.splice(0)) keep();
  }

  /** Also called when a transaction could not begin. Then there is nothing to undo. */
  rolledBack(): void {
    this.#keeps.length = 0;
    this.channels.clear();
    this.deliveries.takeBack(this.#stored);
    this.identities.takeBack(this.#stored);
    this.keys.takeBack(this.#stored);
    this.#stored = Number.POSITIVE_INFINITY;
    for (const undo of this.#undos.splice(0)) undo();
  }

  /** The connection was lost. Its last transaction may or may not have been committed. */
  lost(): void {
    this.#written = null;
    this.longer.clear();
    this.conversations.clear();
    this.identities.clear();
    this.deliveries.clear();
    this.keys.clear();
  }

  /** Whether all rows are complete. */
  get isEmpty(): boolean {
    const { activities, lanes, deliveries } = this;
    return !this.isLost && activities.size + lanes.size + deliveries.size === 0;
  }

  /** Whether the tail must be read before this state can be used. */
  get isLost(): boolean {
    return this.#written === null;
  }

  /**
   * Call it at the start of a write that uses the tail. It cuts a long tail. It reads ids when tables and memory
   * contain all of them. After a commit with unknown outcome, that is once the tail is written.
   */
  begin(connection: Connection): void {
    this.#start(connection);
    if (this.#written === null) this.writeAll(connection);
    else this.#cut(connection, this.#written, connection.positions.last);
    this.ids.advance(connection, () => this.identities.all());
  }

  /**
   * Call it at the start of a read. On a disk that accepts no writes, the tail stays and is read from its deliveries.
   */
  beginRead(connection: Connection): void {
    if (!this.isLost || this.deliveries.size > 0) return;
    const written = writtenOf(connection);
    for (const delivery of tailDeliveriesOf(connection, written)) this.deliveries.add(delivery);
    this.longer.put(longerLanesOf(connection, written));
  }

  /** Writes everything. Call it at the start of a write. */
  writeAll(connection: Connection): void {
    this.#start(connection);
    if (this.#written === null) this.#recover(connection);
    else if (connection.positions.last > this.#written) {
      this.#finishPlaces(connection, this.#written);
      this.#write(connection, connection.positions.last);
    }
  }

  /**
   * The state in memory refers to positions of the previous connection. A new connection knows only existing
   * deliveries, so it must not reuse positions of deleted ones.
   */
  #start({ positions }: Connection): void {
    if (this.#positions !== null && this.#positions !== positions)
      positions.pass(this.#positions.last);
    this.#stored = positions.last;
    this.#positions = positions;
  }

  /** Cuts the tail, or does a part of that work ahead. */
  #cut(connection: Connection, written: number, last: number): void {
    this.#undos.push(this.#places.mark());
    const must = last - this.#tailDeliveries;
    this.#places.advance(connection, this, last, must);
    const part = written + Math.ceil(this.#tailDeliveries * cutPart);
    if (must > written) this.#write(connection, Math.min(this.#places.upTo, Math.max(part, must)));
  }

  #finishPlaces(connection: Connection, written: number): void {
    this.#undos.push(this.#places.mark());
    this.#places.finish(connection, written, connection.positions.last);
  }

  #write(connection: Connection, upTo: number): void {
    const { activities, lanes, longer } = this.#take(upTo);
    for (const [number, activity] of activities) writeRow(connection, number, activity);
    for (const [ref, surplus] of longer) lengthenLane(connection, laneAt(ref), surplus);
    for (const lane of lanes) insertLane(connection, lane);
    this.#advance(connection, upTo);
  }

  #recover(connection: Connection): void {
    const written = writtenOf(connection);
    const { last } = connection.positions;
    const { lanes } = this.#take(Number.MAX_SAFE_INTEGER);
    readTail(connection, written, lanes);
    this.#finishPlaces(connection, written);
    if (last === written) this.#written = last;
    else this.#advance(connection, last);
  }

  /** Takes what is written now, so that it is written once. A rollback puts it back. */
  #take(upTo: number): Taken {
    const { activities, lanes, longer } = this;
    const written = this.#written;
    const taken = {
      activities: activities.take(upTo),
      lanes: lanes.take(upTo),
      longer: longer.take(upTo),
    };
    this.#undos.push(() => {
      this.#written = written;
      activities.giveBack(taken.activities);
      for (const lane of taken.lanes) lanes.hold(lane);
      longer.put(taken.longer);
    });
    return taken;
  }

  #advance(connection: Connection, upTo: number): void {
    writeKeys(connection, upTo);
    connection.run(write, upTo);
    this.#written = upTo;
    this.afterCommit(() => {
      this.identities.cut(upTo);
      this.deliveries.cut(upTo);
      this.keys.cut(upTo);
    });
  }
}

interface Taken {
  readonly activities: readonly (readonly [number, Activity])[];
  readonly lanes: readonly HeldLane[];
  readonly longer: ReadonlyMap<number, Surplus>;
}

function writtenOf(connection: Connection): number {
  return connection.get<{ value: number }>(readWritten)?.value ?? 0;
}

function writeRow(
  connection: Connection,
  number: number,
  { lastMessageAt, lastSequence }: Activity,
): void {
  connection.run(writeActivity, lastMessageAt, lastSequence, number);
}
