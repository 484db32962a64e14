import type { Lease } from "@parley/core";

/** The leases that a script holds or has given up, ordered by lane, because stores grant in different orders. */
export class HeldLeases {
  readonly #held = new Map<string, Lease>();
  readonly #old: Lease[] = [];

  take(lease: Lease): void {
    const before = this.#held.get(laneName(lease));
    if (before !== undefined) this.giveUp(before);
    this.#held.set(laneName(lease), lease);
  }

  giveUp(lease: Lease): void {
    if (this.#held.get(laneName(lease)) !== lease) return;
    this.#held.delete(laneName(lease));
    this.#old.push(lease);
  }

  /** The n-th held lease, or the n-th given up; `null` when there is none. */
  pick(index: number, isOld: boolean): Lease | null {
    const leases = isOld ? this.#old : inLaneOrder([...this.#held.values()]);
    return leases[index % Math.max(1, leases.length)] ?? null;
  }
}

export function inLaneOrder(leases: readonly Lease[]): readonly Lease[] {
  return [...leases].sort((a, b) => (laneName(a) < laneName(b) ? -1 : 1));
}

/** Names a lane. Each backend has lanes of reports and notices of its own; the other kinds have one lane in a conversation. */
export function laneName({ lane, backend }: Pick<Lease, "lane" | "backend">): string {
  const isOfBackend = lane.kind === "reports" || lane.kind === "notices";
  return `${lane.conversationId} ${lane.kind}${isOfBackend ? ` ${backend}` : ""}`;
}
