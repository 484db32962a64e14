import { type LaneKind, laneKinds } from "@parley/core";
import { AppPauses } from "./app-pauses.ts";
import { contract } from "./contract.ts";
import type { Delivery } from "./delivery.ts";
import { againMs, Disturbances, leaseMs } from "./disturbances.ts";
import { backendsOf } from "../plan/router-plan.ts";
import { budgetOf, grantedBy, isUnasked } from "./room.ts";
import type { Run } from "./run.ts";
import { isTouched, merged, type Span } from "./spans.ts";

/**
 * The periods in which lateness has no excuse: no node is down, paused or starting, no store call is slow or fails, and
 * there is room for leases. In them instants are checked to the millisecond.
 */
export class CalmPeriods {
  /** Allowed difference between two clocks, and delay of a claim by another node's. */
  readonly toleranceMs: number;
  readonly pauses: AppPauses;
  readonly #disturbances: Disturbances;
  /** By kind and agent app. */
  readonly #full: ReadonlyMap<string, readonly Span[]>;

  constructor(run: Run) {
    this.toleranceMs = 30 + 2 * run.plan.skewMs;
    this.#disturbances = new Disturbances(run);
    this.pauses = new AppPauses(run, this.#disturbances);
    this.#full = new Map(
      backendsOf(run.plan).flatMap((backend) =>
        laneKinds.map((kind) => {
          const spans = exhaustions(run, kind, backend, this.pauses);
          return [groupOf({ kind, backend }), merged(spans)] as const;
        }),
      ),
    );
  }

  /** Whether lateness on lanes of this kind and agent app has no excuse from `from` to `to`. */
  holds(of: Pick<Delivery, "kind" | "backend">, from: number, to: number): boolean {
    const full = this.#full.get(groupOf(of));
    return full !== undefined && this.isUndisturbed(from, to) && !isTouched(full, from, to);
  }

  /** The same without regard to the room for leases. */
  isUndisturbed(from: number, to: number): boolean {
    return !this.#disturbances.touch(from, to);
  }
}

/** Outbound lanes belong to no agent app. */
function groupOf({ kind, backend }: Pick<Delivery, "kind" | "backend">): string {
  return kind === "outbound" ? kind : `${kind} ${backend}`;
}

const known = new WeakMap<Run, CalmPeriods>();

/** The periods of a run, computed once for all checks. */
export function calmPeriodsOf(run: Run): CalmPeriods {
  const calm = known.get(run) ?? new CalmPeriods(run);
  known.set(run, calm);
  return calm;
}

/** Times at which a node had no room for another lease of this kind. */
function exhaustions(run: Run, kind: LaneKind, backend: string, pauses: AppPauses): Span[] {
  return run.entries.flatMap((entry): Span[] => {
    if (entry.kind !== "commit" && entry.kind !== "claim") return [];
    if (budgetOf(entry.budget, kind, backend) > grantedBy(entry, kind, backend)) return [];
    if (isUnasked(run, pauses, kind, backend, entry)) return [];
    return [[entry.at, entry.at + againMs + (kind === "outbound" ? contract.tickMs : leaseMs)]];
  });
}
