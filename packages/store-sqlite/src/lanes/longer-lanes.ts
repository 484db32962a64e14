import type { LaneKind } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Place } from "../rows/delivery-rows.ts";
import { laneAt } from "./held-lanes.ts";

/** Deliveries of the tail that wait in a lane but are not counted in its row. */
export interface Surplus {
  readonly more: number;
  /** Sequence of the newest one. */
  readonly last: number;
  /** Position of the first one. */
  readonly since: number;
}

/** `surplus` with one more delivery at the end. */
export function oneMore(
  surplus: Surplus | null | undefined,
  { sequence, position }: Pick<Place, "sequence" | "position">,
): Surplus {
  const { more, since } = surplus ?? { more: 0, since: position };
  return { more: more + 1, last: sequence, since };
}

/** Lanes that are longer than their rows say, by `laneRef`: see decision 13. */
export class LongerLanes {
  readonly #surplus = new Map<number, Surplus>();

  of(ref: number): Surplus | undefined {
    return this.#surplus.get(ref);
  }

  /** `null`: the lane is as long as its row says, or has no row. */
  set(ref: number, surplus: Surplus | null): void {
    if (surplus === null) this.#surplus.delete(ref);
    else this.#surplus.set(ref, surplus);
  }

  /** Total surplus of all lanes of a kind. */
  sum(kind: LaneKind): number {
    let sum = 0;
    for (const [ref, { more }] of this.#surplus)
      if (laneAt(ref)[1] === kindNumber(kind)) sum += more;
    return sum;
  }

  /** Removes and returns lanes with a surplus delivery at `position` or before. */
  take(position: number): ReadonlyMap<number, Surplus> {
    const taken = new Map<number, Surplus>();
    for (const [ref, one] of this.#surplus) if (one.since <= position) taken.set(ref, one);
    for (const ref of taken.keys()) this.#surplus.delete(ref);
    return taken;
  }

  clear(): void {
    this.#surplus.clear();
  }

  /** Puts back entries that were taken. Nothing may have been set since. */
  put(surplus: ReadonlyMap<number, Surplus>): void {
    for (const [ref, one] of surplus) this.#surplus.set(ref, one);
  }
}
