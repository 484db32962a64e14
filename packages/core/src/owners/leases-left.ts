import { defaultBackend } from "../model/backend-pause.ts";
import type { LaneKind } from "../model/lane.ts";
import type { LeaseBudget } from "../ports/stores/message-store.ts";

/** How many leases of a budget one call of a store has not granted yet. */
export class LeasesLeft {
  readonly #left = new Map<string | null, Record<LaneKind, number>>();

  constructor({ inbound, outbound, reports, notices, others = {} }: LeaseBudget) {
    this.#left.set(null, { inbound: 0, outbound, reports: 0, notices: 0 });
    this.#left.set(defaultBackend, { inbound, outbound: 0, reports, notices });
    for (const [backend, budget] of Object.entries(others))
      this.#left.set(backend, { ...budget, outbound: 0 });
  }

  /** The backends of the budget. */
  get backends(): readonly string[] {
    return [...this.#left.keys()].filter((backend) => backend !== null);
  }

  /** `backend`: `null` for the outbound kind. */
  of(kind: LaneKind, backend: string | null): number {
    return Math.max(0, this.#left.get(backend)?.[kind] ?? 0);
  }

  take(kind: LaneKind, backend: string | null): void {
    const left = this.#left.get(backend);
    if (left !== undefined) left[kind] -= 1;
  }
}
