import type { LaneKind } from "@parley/core";
import { kindNumber } from "@parley/core/sql-store";
import type { Place } from "../rows/delivery-rows.ts";
import { laneAt } from "./held-lanes.ts";

/** Deliveries of the tail that wait on a lane and that its row does not count. */
export interface Surplus {
  readonly more: number;
  /** Sequence of the newest. */
  readonly last: number;
  /** Position of the first. */
  readonly since: number;
}

/** `surplus` and one more delivery behind it. */
export function oneMore(
  surplus: Surplus | null | undefined,
  { sequence, position }: Pick<Place, "sequence" | "position">,
): Surplus {
  const { more, since } = surplus ?? { more: 0, since: position };
  return { more: more + 1, last: sequence, since };
}

/** The lanes that are longer than their rows say, by `laneRef`: see decision 13. */
export class LongerLanes {
  readonly #surplus = new Map<number, Surplus>();

  of(ref: number): Surplus | undefined {
    return this.#surplus.get(ref);
  }

  /** `null`: it is as long as its row says, or has none. */
  set(ref: number, surplus: Surplus | null): void {
    if (surplus === null) this.#surplus.delete(ref);
    else this.#surplus.set(ref, surplus);
  }

  /** How many more wait on all lanes of a kind. */
  sum(kind: LaneKind): number {
    let sum = 0;
    for (const [ref, { more }] of this.#surplus)
      if (laneAt(ref)[1] === kindNumber(kind)) sum += more;
    return sum;
  }

  /** Takes out those of which a delivery lies at `position` or before. */
  take(position: number): ReadonlyMap<number, Surplus> {
    const taken = new Map<number, Surplus>();
    for (const [ref, one] of this.#surplus) if (one.since <= position) taken.set(ref, one);
    for (const ref of taken.keys()) this.#surplus.delete(ref);
    return taken;
  }

  clear(): void {
    this.#surplus.clear();
  }

  /** Of what was taken, or read: nothing was set since. */
  put(surplus: ReadonlyMap<number, Surplus>): void {
    for (const [ref, one] of surplus) this.#surplus.set(ref, one);
  }
}
