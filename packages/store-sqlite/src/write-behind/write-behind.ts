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

/** A longer tail is cut. Whatever is in it is read after a crash. */
const defaultTailDeliveries = 8_192;
/** Of the longest tail: what gets its places together, and has them before it is cut off. */
const batchPart = 1 / 2;
/** And what is cut off at a time: what is written together shares pages, but holds the event loop up. */
const cutPart = 1 / 8;
/** Of the first filter of ids, for each place in the first ring of them: it is meant for 32 times as many, half a million. */
const bitsOfFilter = 512;

const readWritten = "select value from counters where name = 'written'";
const write = "update counters set value = ? where name = 'written'";
const writeActivity =
  "update conversations set last_message_at = ?, last_sequence = ? where conversation = ?";

/**
 * What is not in the rows of conversations and lanes yet, because the newest deliveries tell it as well: those that lie
 * behind the position that the counter `written` holds, the tail. So a message that is taken, leased and settled at
 * once writes its own row and nothing else. Whoever reads or changes lanes or activity in another way first has it
 * written. It outlives a connection.
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
  /** `null`: what became of the last transaction is not known, so that the tail is to be read. */
  #written: number | null = null;
  /** Position of the newest delivery before the transaction under way; without one, no delivery lies behind it. */
  #stored = Number.POSITIVE_INFINITY;
  readonly #tailDeliveries: number;
  readonly #places: IndexWriter;
  /** Of the connection of the last write. */
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

  /** Has `keep` run once the transaction under way has been committed. */
  afterCommit(keep: () => void): void {
    this.#keeps.push(keep);
  }

  /** Has `undo` run if the transaction under way is rolled back. */
  afterRollback(undo: () => void): void {
    this.#undos.push(undo);
  }

  committed(): void {
    this.#stored = Number.POSITIVE_INFINITY;
    this.#undos.length = 0;
    for (const keep of this.#keeps.splice(0)) keep();
  }

  /** Also where a transaction could not even begin: then there is nothing to undo. */
  rolledBack(): void {
    this.#keeps.length = 0;
    this.channels.clear();
    this.deliveries.takeBack(this.#stored);
    this.identities.takeBack(this.#stored);
    this.keys.takeBack(this.#stored);
    this.#stored = Number.POSITIVE_INFINITY;
    for (const undo of this.#undos.splice(0)) undo();
  }

  /** The connection was lost, perhaps with a transaction of which nobody knows whether it has been committed. */
  lost(): void {
    this.#written = null;
    this.longer.clear();
    this.conversations.clear();
    this.identities.clear();
    this.deliveries.clear();
    this.keys.clear();
  }

  /** Whether rows lack nothing. */
  get isEmpty(): boolean {
    const { activities, lanes, deliveries } = this;
    return !this.isLost && activities.size + lanes.size + deliveries.size === 0;
  }

  /** Whether the tail has to be read before anybody can rely on what this knows. */
  get isLost(): boolean {
    return this.#written === null;
  }

  /**
   * To be called at the beginning of a write that leaves things to the tail: it must not grow without end. Ids are read
   * when tables and memory hold all of them, which after a doubted commit they do again once the tail is written.
   */
  begin(connection: Connection): void {
    this.#start(connection);
    if (this.#written === null) this.writeAll(connection);
    else this.#cut(connection, this.#written, connection.positions.last);
    this.ids.advance(connection, () => this.identities.all());
  }

  /** To be called at the beginning of a read: on a disk that takes no writes the tail stays, and is known even so. */
  beginRead(connection: Connection): void {
    if (!this.isLost || this.deliveries.size > 0) return;
    const written = writtenOf(connection);
    for (const delivery of tailDeliveriesOf(connection, written)) this.deliveries.add(delivery);
    this.longer.put(longerLanesOf(connection, written));
  }

  /** Writes everything; to be called at the beginning of a write. */
  writeAll(connection: Connection): void {
    this.#start(connection);
    if (this.#written === null) this.#recover(connection);
    else if (connection.positions.last > this.#written) {
      this.#finishPlaces(connection, this.#written);
      this.#write(connection, connection.positions.last);
    }
  }

  /**
   * What memory knows lies where another connection put it: a new one, which knows the deliveries that are there, must not use
   * the positions of those that are gone.
   */
  #start({ positions }: Connection): void {
    if (this.#positions !== null && this.#positions !== positions)
      positions.pass(this.#positions.last);
    this.#stored = positions.last;
    this.#positions = positions;
  }

  /** Cuts the tail, or does a part of what that takes, before it is too long. */
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

  /** What is written now is nobody else's to write; after a rollback it is to be written again. */
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
