import type { LaneKind, LeaseBudget } from "@parley/core";
import { AppPauses } from "./app-pauses.ts";
import { contract } from "./contract.ts";
import { againMs, Disturbances, leaseMs } from "./disturbances.ts";
import { isRemote } from "../plan/plan.ts";
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
  readonly #full: Readonly<Record<LaneKind, readonly Span[]>>;

  constructor(run: Run) {
    this.toleranceMs = 30 + 2 * run.plan.skewMs;
    this.#disturbances = new Disturbances(run);
    this.pauses = new AppPauses(run, this.#disturbances);
    const full = (kind: LaneKind) => merged(exhaustions(run, kind, this.pauses));
    this.#full = {
      inbound: full("inbound"),
      outbound: full("outbound"),
      reports: full("reports"),
      notices: full("notices"),
    };
  }

  /** Whether lateness on lanes of this kind has no excuse from `from` to `to`. */
  holds(kind: LaneKind, from: number, to: number): boolean {
    return this.isUndisturbed(from, to) && !isTouched(this.#full[kind], from, to);
  }

  /** The same without regard to the room for leases. */
  isUndisturbed(from: number, to: number): boolean {
    return !this.#disturbances.touch(from, to);
  }
}

type Granting = { readonly at: number; readonly life: string; readonly budget: LeaseBudget };

/** Times at which a node had no room for another lease of this kind. */
function exhaustions(run: Run, kind: LaneKind, pauses: AppPauses): Span[] {
  return run.entries.flatMap((entry): Span[] => {
    if (entry.kind !== "commit" && entry.kind !== "claim") return [];
    const leases = entry.kind === "commit" ? entry.result.leases : entry.leases;
    const granted = leases.filter(({ lane }) => lane.kind === kind).length;
    if (entry.budget[kind] > granted) return [];
    if (isPause(entry) && kind !== "outbound" && !isExplained(run, kind, pauses, entry)) return [];
    return [[entry.at, entry.at + againMs + (kind === "outbound" ? contract.tickMs : leaseMs)]];
  });
}

/** A node that asks for leases of agents' messages alone has paused the agent app. */
function isPause({ budget: { inbound, outbound, reports, notices } }: Granting): boolean {
  return outbound > 0 && inbound + reports + notices === 0;
}

/** Without a pause that was asked for, only leases use up the room. With a remote store, calls under way may, too. */
function isExplained(run: Run, kind: LaneKind, pauses: AppPauses, { at, life }: Granting): boolean {
  if (isRemote(run.plan) || pauses.mayLast(at)) return true;
  return run.ledger.deliveries.some(
    (delivery) =>
      delivery.kind === kind &&
      delivery.grants.some(
        (grant) =>
          grant.life === life &&
          grant.at <= at &&
          (grant.endedAt ?? Number.POSITIVE_INFINITY) >= at,
      ),
  );
}
