import { type LaneKind, laneKinds } from "../../model/lane.ts";
import type { CommitBatch, Lease, LeaseBudget } from "../../ports/stores/message-store.ts";

/** What a claim asks for while commits run beside it: the other half is theirs. */
export function halfOf(budget: LeaseBudget): LeaseBudget {
  return mapped(budget, (free) => Math.ceil(free / 2));
}

/**
 * What a commit asks for while a claim runs beside it: an append starts one lane at most, and a settlement its lane's next
 * head and one that waits for its slot. One more, so that a budget that was enough is not taken for used up.
 */
export function enoughFor({ appends, settlements }: CommitBatch, budget: LeaseBudget): LeaseBudget {
  const most = appends.length + 2 * settlements.length + 1;
  return mapped(budget, (free) => Math.min(free, most));
}

/** What a commit asks for that can start nothing. */
export function noneOf(budget: LeaseBudget): LeaseBudget {
  return mapped(budget, () => 0);
}

/** The kinds of which more may be due than was granted. */
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
