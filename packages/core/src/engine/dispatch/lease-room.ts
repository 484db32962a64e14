import type { BackendLevel } from "../../model/backend-pause.ts";
import { type LaneKind, laneKinds } from "../../model/lane.ts";

/** Leases of each kind that find out whether an agent app takes events again after a pause. */
const fewLeases = 3;

/** Leases for lanes of one backend, or for outbound lanes: how many this node holds, and how many more it may be granted. */
export class LeaseRoom {
  readonly #capacity: Readonly<Record<LaneKind, number>>;
  readonly #held = forEachKind(() => 0);
  /** Leases that calls under way may be granted. */
  readonly #reserved = forEachKind(() => 0);
  #level: BackendLevel = "all";
  #isHeld = false;

  /** `capacity`: 0 for a kind that it has no lanes of */
  constructor(capacity: Readonly<Record<LaneKind, number>>) {
    this.#capacity = capacity;
  }

  /** Sets how many events the backend is offered. */
  limit(level: BackendLevel): void {
    this.#level = level;
  }

  /** While held, this node offers it nothing. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /** Whether it is offered less than it can take. */
  get isLimited(): boolean {
    return this.#isHeld || this.#level !== "all";
  }

  /** Whether it is offered nothing. */
  get isClosed(): boolean {
    return this.#isHeld || this.#level === "none";
  }

  /** Room without regard to calls under way. */
  room(kind: LaneKind): number {
    return this.#capacityOf(kind) - this.#held[kind];
  }

  /** Room besides what is reserved. May be negative. */
  free(kind: LaneKind): number {
    return this.room(kind) - this.#reserved[kind];
  }

  /** `count`: negative to give it back. */
  reserve(kind: LaneKind, count: number): void {
    this.#reserved[kind] += count;
  }

  take(kind: LaneKind): void {
    this.#held[kind] += 1;
  }

  leave(kind: LaneKind): void {
    this.#held[kind] -= 1;
  }

  #capacityOf(kind: LaneKind): number {
    if (this.#isHeld) return 0;
    const capacity = this.#capacity[kind];
    if (this.#level === "all") return capacity;
    return this.#level === "few" ? Math.min(fewLeases, capacity) : 0;
  }
}

/** A value for each kind. */
export function forEachKind<Value>(value: (kind: LaneKind) => Value): Record<LaneKind, Value> {
  const values = {} as Record<LaneKind, Value>;
  for (const kind of laneKinds) values[kind] = value(kind);
  return values;
}
