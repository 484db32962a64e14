import type { Lane, Lease } from "@parley/core";

/** The leases that a script holds or has given up, ordered by lane, because stores grant in different orders. */
export class HeldLeases {
  readonly #held = new Map<string, Lease>();
  readonly #old: Lease[] = [];

  take(lease: Lease): void {
    this.giveUp(lease.lane);
    this.#held.set(laneName(lease.lane), lease);
  }

  giveUp(lane: Lane): void {
    const lease = this.#held.get(laneName(lane));
    if (lease === undefined) return;
    this.#held.delete(laneName(lane));
    this.#old.push(lease);
  }

  /** The n-th held lease, or the n-th given up; `null` when there is none. */
  pick(index: number, isOld: boolean): Lease | null {
    const leases = isOld ? this.#old : inLaneOrder([...this.#held.values()]);
    return leases[index % Math.max(1, leases.length)] ?? null;
  }
}

export function inLaneOrder(leases: readonly Lease[]): readonly Lease[] {
  return [...leases].sort((a, b) => (laneName(a.lane) < laneName(b.lane) ? -1 : 1));
}

function laneName(lane: Lane): string {
  return `${lane.conversationId} ${lane.kind}`;
}
