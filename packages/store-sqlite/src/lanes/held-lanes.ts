import type { LaneKind } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { LaneRow } from "./lane-rows.ts";

/** A lane without a row. All its deliveries are in the tail, and its head was leased as soon as possible. */
export interface HeldLane extends LaneRow {
  /** Position of its head. */
  readonly position: number;
}

/** The lanes without rows. After a crash they can be rebuilt from their deliveries. */
export class HeldLanes {
  readonly #lanes = new Map<number, HeldLane>();
  /** Number of outbound lanes, by channel. */
  readonly #active = new Map<number, number>();

  get size(): number {
    return this.#lanes.size;
  }

  get(conversation: number, kind: LaneKind): HeldLane | undefined {
    return this.#lanes.get(laneRef(conversation, kind));
  }

  all(): Iterable<HeldLane> {
    return this.#lanes.values();
  }

  active(channel: number): number {
    return this.#active.get(channel) ?? 0;
  }

  nextDue(kind: LaneKind): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (const lane of this.#lanes.values())
      if (lane.kind === kind && lane.due !== null && lane.due < next) next = lane.due;
    return next === Number.POSITIVE_INFINITY ? null : next;
  }

  hold(lane: HeldLane): void {
    this.#lanes.set(laneRef(lane.conversation, lane.kind), lane);
    this.#takeSlots(lane, 1);
  }

  release(ref: number): void {
    const lane = this.#lanes.get(ref);
    if (lane === undefined) return;
    this.#lanes.delete(ref);
    this.#takeSlots(lane, -1);
  }

  /** Removes and returns lanes with a delivery at `position` or before. */
  take(position: number): readonly HeldLane[] {
    const taken: HeldLane[] = [];
    for (const lane of this.#lanes.values()) if (lane.position <= position) taken.push(lane);
    for (const { conversation, kind } of taken) this.release(laneRef(conversation, kind));
    return taken;
  }

  #takeSlots({ kind, channel }: HeldLane, change: 1 | -1): void {
    if (kind !== "outbound") return;
    const active = this.active(channel) + change;
    if (active === 0) this.#active.delete(channel);
    else this.#active.set(channel, active);
  }
}

/** Key of a lane. */
export function laneRef(conversation: number, kind: LaneKind): number {
  return conversation * 4 + kindNumber(kind);
}

/** The conversation and kind number of a lane's key. */
export function laneAt(ref: number): readonly [number, number] {
  return [Math.floor(ref / 4), ref % 4];
}
