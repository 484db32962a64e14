import type { LaneKind } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { LaneRow } from "./lane-rows.ts";

/** A lane of the tail's deliveries whose head was leased as it came, or as the one before it was settled: it has no row. */
export interface HeldLane extends LaneRow {
  /** Where its head lies. */
  readonly position: number;
}

/** The lanes that need no row, because what they hold can be told from their deliveries after a crash. */
export class HeldLanes {
  readonly #lanes = new Map<number, HeldLane>();
  /** Outbound ones, by channel. */
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

  /** Takes out those whose deliveries lie at `position` or before. */
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

/** Key of one lane. */
export function laneRef(conversation: number, kind: LaneKind): number {
  return conversation * 4 + kindNumber(kind);
}

/** The lane of a key: its conversation, and the number that stands for its kind in the database. */
export function laneAt(ref: number): readonly [number, number] {
  return [Math.floor(ref / 4), ref % 4];
}
