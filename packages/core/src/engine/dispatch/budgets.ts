import { type LaneKind, laneKinds } from "../../model/lane.ts";
import type { CommitBatch, Lease, LeaseBudget } from "../../ports/stores/message-store.ts";

/** The budget of a claim while commits run concurrently; the other half is for them. */
export function halfBudget(budget: LeaseBudget): LeaseBudget {
  return mapped(budget, (free) => Math.ceil(free / 2));
}

/**
 * The budget of a commit while a claim runs concurrently. An append starts at most one lane. A settlement starts at
 * most its lane's next head and one parked lane.
 * One lease more is asked for, so that a sufficient budget does not look used up.
 */
export function budgetForBatch(
  { appends, settlements }: CommitBatch,
  budget: LeaseBudget,
): LeaseBudget {
  const most = appends.length + 2 * settlements.length + 1;
  return mapped(budget, (free) => Math.min(free, most));
}

/** The budget of a commit that can start no lane. */
export function emptyBudget(budget: LeaseBudget): LeaseBudget {
  return mapped(budget, () => 0);
}

/** Lane kinds whose budget is used up, so that more lanes may be due. */
export function exhaustedKinds(budget: LeaseBudget, leases: readonly Lease[]): readonly LaneKind[] {
  const left = { inbound: budget.inbound, outbound: budget.outbound, reports: budget.reports };
  for (const { lane } of leases) left[lane.kind] -= 1;
  return laneKinds.filter((kind) => left[kind] <= 0);
}

function mapped(budget: LeaseBudget, change: (free: number) => number): LeaseBudget {
  const { inbound, outbound, reports } = budget;
  return {
    ...budget,
    inbound: change(inbound),
    outbound: change(outbound),
    reports: change(reports),
  };
}
