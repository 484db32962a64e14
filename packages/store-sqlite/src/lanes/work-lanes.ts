import type { LaneKind } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import type { WriteBehind } from "../write-behind/write-behind.ts";
import type { Place } from "../rows/delivery-rows.ts";
import { type HeldLane, type HeldLanes, laneRef } from "./held-lanes.ts";
import { deleteLane, findLane, insertLane, type LaneRow, updateLane } from "./lane-rows.ts";
import { type LongerLanes, oneMore, type Surplus } from "./longer-lanes.ts";

/** The lanes that one call reads or changes, with or without a row. */
export class WorkLanes {
  readonly #connection: Connection;
  readonly #held: HeldLanes;
  readonly #longer: LongerLanes;
  /** Lanes without a row that this call changed; `null` for those that it removed. */
  readonly #changed = new Map<number, HeldLane | null>();
  /** Surplus of lanes with a row that this call changed; `null` for those without one now. */
  readonly #surplus = new Map<number, Surplus | null>();
  readonly #active = new Map<number, number>();
  /** Whether no lane has a row; `null` until it was read. */
  #isEmpty: boolean | null = null;

  constructor(connection: Connection, { lanes, longer }: Pick<WriteBehind, "lanes" | "longer">) {
    this.#connection = connection;
    this.#held = lanes;
    this.#longer = longer;
  }

  find(conversation: number, kind: LaneKind): LaneRow | undefined {
    const held = this.#heldOne(conversation, kind);
    if (held !== undefined || !this.haveRows) return held;
    const lane = findLane(this.#connection, conversation, kind);
    const { more, last } = this.#surplusOf(laneRef(conversation, kind)) ?? { more: 0 };
    return lane && { ...lane, waiting: lane.waiting + more, last: last ?? lane.last };
  }

  /** Adds a lane that was idle. It gets no row when its delivery is enough to rebuild it. */
  open(lane: LaneRow): void {
    if (isHeld(lane)) this.#change(lane, lane);
    else this.#insert(lane);
  }

  /**
   * Adds one more delivery behind the head. `isTold`: the delivery is enough to rebuild a lane without a row.
   * @returns whether there is a lane.
   */
  lengthen(place: Place, kind: LaneKind, isTold: boolean): boolean {
    const { conversation, sequence } = place;
    const ref = laneRef(conversation, kind);
    const surplus = this.#surplusOf(ref);
    // A lane with a surplus has a row.
    const lane = surplus === null ? this.find(conversation, kind) : null;
    if (lane === undefined) return false;
    if (lane !== null && isHeld(lane)) this.#lengthenHeld(lane, sequence, isTold);
    else this.#surplus.set(ref, oneMore(surplus, place));
    return true;
  }

  /** Sets a new head. A lane without a row stays so when the head is leased: the previous delivery records that. */
  lead(lane: LaneRow): void {
    if (isHeld(lane) && lane.token !== null) this.#change(lane, lane);
    else this.update(lane);
  }

  update(lane: LaneRow): void {
    if (isHeld(lane)) {
      this.#change(lane, null);
      this.#insert(lane);
    } else {
      updateLane(this.#connection, lane);
      this.#counted(laneRef(lane.conversation, lane.kind));
    }
  }

  remove(lane: LaneRow): void {
    if (isHeld(lane)) return this.#change(lane, null);
    deleteLane(this.#connection, lane);
    this.#counted(laneRef(lane.conversation, lane.kind));
  }

  /** Writes rows for lanes whose lease has ended, so that claims find them. */
  writeDue(now: number): void {
    for (const lane of this.#held.all())
      if (lane.due !== null && lane.due <= now) this.update(lane);
  }

  /** Number of outbound lanes without a row that hold one of the channel's slots. */
  active(channel: number): number {
    return this.#held.active(channel) + (this.#active.get(channel) ?? 0);
  }

  /** Call it once the transaction has been committed. */
  keep(): void {
    for (const [ref, lane] of this.#changed) {
      this.#held.release(ref);
      if (lane !== null) this.#held.hold(lane);
    }
    for (const [ref, surplus] of this.#surplus) this.#longer.set(ref, surplus);
  }

  #lengthenHeld(lane: HeldLane, last: number, isTold: boolean): void {
    const longer: HeldLane = { ...lane, waiting: lane.waiting + 1, last };
    if (isTold) this.#change(longer, longer);
    else this.update(longer);
  }

  #surplusOf(ref: number): Surplus | null {
    const changed = this.#surplus.get(ref);
    return changed === undefined ? (this.#longer.of(ref) ?? null) : changed;
  }

  /** The row now counts all deliveries, or is gone. */
  #counted(ref: number): void {
    if (this.#surplusOf(ref) !== null) this.#surplus.set(ref, null);
  }

  #insert(lane: LaneRow): void {
    insertLane(this.#connection, lane);
    this.#isEmpty = false;
  }

  /** Whether any lane has a row. Usually none has, so this is read once and not per lane. */
  get haveRows(): boolean {
    this.#isEmpty ??=
      this.#connection.getWithoutFlush("select 1 from lanes where conversation >= 0 limit 1") ===
      undefined;
    return !this.#isEmpty;
  }

  #heldOne(conversation: number, kind: LaneKind): LaneRow | undefined {
    const changed = this.#changed.get(laneRef(conversation, kind));
    return changed === undefined ? this.#held.get(conversation, kind) : (changed ?? undefined);
  }

  #change(lane: HeldLane, to: HeldLane | null): void {
    const wasHeld = this.#heldOne(lane.conversation, lane.kind) !== undefined;
    this.#changed.set(laneRef(lane.conversation, lane.kind), to);
    if (lane.kind !== "outbound") return;
    const change = Number(to !== null) - Number(wasHeld);
    this.#active.set(lane.channel, (this.#active.get(lane.channel) ?? 0) + change);
  }
}

function isHeld(lane: LaneRow): lane is HeldLane {
  return lane.position !== null;
}
