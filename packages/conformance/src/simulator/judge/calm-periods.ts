import type { LaneKind } from "@parley/core";
import { AppPauses } from "./app-pauses.ts";
import { contract } from "./contract.ts";
import { againMs, Disturbances, leaseMs } from "./disturbances.ts";
import { grantedBy, isUnasked } from "./room.ts";
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

const known = new WeakMap<Run, CalmPeriods>();

/** The periods of a run, computed once for all checks. */
export function calmPeriodsOf(run: Run): CalmPeriods {
  const calm = known.get(run) ?? new CalmPeriods(run);
  known.set(run, calm);
  return calm;
}

/** Times at which a node had no room for another lease of this kind. */
function exhaustions(run: Run, kind: LaneKind, pauses: AppPauses): Span[] {
  return run.entries.flatMap((entry): Span[] => {
    if (entry.kind !== "commit" && entry.kind !== "claim") return [];
    if (entry.budget[kind] > grantedBy(entry, kind)) return [];
    if (isUnasked(run, pauses, kind, entry)) return [];
    return [[entry.at, entry.at + againMs + (kind === "outbound" ? contract.tickMs : leaseMs)]];
  });
}
