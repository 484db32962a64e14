import { type BackendBudget, defaultBackend, type LaneKind, type LeaseBudget } from "@parley/core";
import { firstBackend, laneNumber } from "@parley/core/sql-store";
import type { BackendNumbers } from "./backend-numbers.ts";

/** How many leases may be granted on lanes of one number. */
export interface LaneShare {
  /** As in `laneNumber`. */
  readonly lanes: number;
  readonly most: number;
}

interface Share {
  /** The backend's name in the budget. */
  readonly name: string;
  /** How many leases of each kind are not granted yet. */
  readonly left: Record<keyof BackendBudget, number>;
}

/** A budget by the numbers of backends, and what of it is not granted yet. */
export class NumberedBudget {
  readonly #backends: BackendNumbers;
  readonly #shares = new Map<number, Share>();
  #outbound: number;

  constructor(budget: LeaseBudget, backends: BackendNumbers) {
    this.#backends = backends;
    this.#outbound = budget.outbound;
    this.#share(defaultBackend, budget);
    for (const [name, share] of Object.entries(budget.others ?? {})) this.#share(name, share);
  }

  of(kind: LaneKind, backend: number): number {
    const left = kind === "outbound" ? this.#outbound : this.#shares.get(backend)?.left[kind];
    return Math.max(0, left ?? 0);
  }

  take(kind: LaneKind, backend: number): void {
    const share = this.#shares.get(backend);
    if (kind === "outbound") this.#outbound -= 1;
    else if (share !== undefined) share.left[kind] -= 1;
  }

  /** The backend's name in the budget; of another backend, its current name. */
  nameOf(backend: number): string {
    return this.#shares.get(backend)?.name ?? this.#backends.nameOf(backend);
  }

  /** One share for each kind of lane and number of a backend, also those without leases. In the order of the kinds. */
  shares(): readonly LaneShare[] {
    const of = (kind: LaneKind, backend: number): LaneShare => ({
      lanes: laneNumber(kind, backend),
      most: this.of(kind, backend),
    });
    const ofBackends = (kind: LaneKind) =>
      [...this.#shares.keys()].map((backend) => of(kind, backend));
    return [
      ...ofBackends("inbound"),
      of("outbound", firstBackend),
      ...ofBackends("reports"),
      ...ofBackends("notices"),
    ];
  }

  /** All numbers of a backend have one share, and so have two names of it. An unknown one has no lanes. */
  #share(name: string, { inbound, reports, notices }: BackendBudget): void {
    const numbers = this.#backends.numbersOf(name);
    const shared = numbers.flatMap((number) => this.#shares.get(number)?.left ?? []);
    const before = shared[0] ?? { inbound: 0, reports: 0, notices: 0 };
    const left = {
      inbound: before.inbound + inbound,
      reports: before.reports + reports,
      notices: before.notices + notices,
    };
    for (const number of numbers) this.#shares.set(number, { name, left });
  }
}
