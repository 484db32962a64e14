import type { LaneKind } from "@parley/core";
import type { Connection } from "./connection.ts";
import { type HeldLane, type HeldLanes, laneRef } from "./held-lanes.ts";
import {
  deleteLane,
  findLane,
  insertLane,
  type LaneRow,
  lengthenLane,
  updateLane,
} from "./lane-rows.ts";

/** The lanes that one call touches, whether they have a row or are held without one. */
export class WorkLanes {
  readonly #connection: Connection;
  readonly #held: HeldLanes;
  /** What this call holds, or `null` for what it holds no more. */
  readonly #changed = new Map<number, HeldLane | null>();
  readonly #seated = new Map<number, number>();

  constructor(connection: Connection, held: HeldLanes) {
    this.#connection = connection;
    this.#held = held;
  }

  find(conversation: number, kind: LaneKind): LaneRow | undefined {
    return this.#heldOne(conversation, kind) ?? findLane(this.#connection, conversation, kind);
  }

  /** Makes a lane that was idle; without a row when its delivery tells all of it. */
  open(lane: LaneRow): void {
    if (isHeld(lane)) this.#change(lane, lane);
    else insertLane(this.#connection, lane);
  }

  /** One more delivery waits behind the head. */
  lengthen(lane: LaneRow): void {
    if (isHeld(lane)) this.update({ ...lane, waiting: lane.waiting + 1 });
    else lengthenLane(this.#connection, lane);
  }

  update(lane: LaneRow): void {
    if (isHeld(lane)) {
      this.#change(lane, null);
      insertLane(this.#connection, lane);
    } else {
      updateLane(this.#connection, lane);
    }
  }

  remove(lane: LaneRow): void {
    if (isHeld(lane)) this.#change(lane, null);
    else deleteLane(this.#connection, lane);
  }

  /** Gives rows to those whose lease has ended, so that they are found among the others. */
  writeDue(now: number): void {
    for (const lane of this.#held.all())
      if (lane.due !== null && lane.due <= now) this.update(lane);
  }

  /** How many outbound lanes without a row hold a seat of a channel. */
  seated(channel: number): number {
    return this.#held.seated(channel) + (this.#seated.get(channel) ?? 0);
  }

  /** To be called once the call's transaction has been committed. */
  keep(): void {
    for (const [ref, lane] of this.#changed) {
      this.#held.release(ref);
      if (lane !== null) this.#held.hold(lane);
    }
  }

  #heldOne(conversation: number, kind: LaneKind): LaneRow | undefined {
    const changed = this.#changed.get(laneRef(conversation, kind));
    return changed === undefined ? this.#held.get(conversation, kind) : (changed ?? undefined);
  }

  #change(lane: HeldLane, to: HeldLane | null): void {
    this.#changed.set(laneRef(lane.conversation, lane.kind), to);
    if (lane.kind !== "outbound") return;
    const change = to === null ? -1 : 1;
    this.#seated.set(lane.channel, (this.#seated.get(lane.channel) ?? 0) + change);
  }
}

function isHeld(lane: LaneRow): lane is HeldLane {
  return lane.position !== null;
}
