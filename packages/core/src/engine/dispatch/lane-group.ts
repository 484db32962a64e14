import { defaultBackend } from "../../model/backend-pause.ts";
import type { LaneKind } from "../../model/lane.ts";
import type { BackendBudget, LeaseBudget } from "../../ports/stores/message-store.ts";
import type { HeldLease } from "./held-lease.ts";

/** Lanes of one kind and backend; `null`: outbound lanes. */
export interface LaneGroup {
  readonly kind: LaneKind;
  readonly backend: string | null;
}

/** A budget with other numbers of leases. */
export function changedBudget(budget: LeaseBudget, change: (free: number) => number): LeaseBudget {
  const { inbound, outbound, reports, notices, others } = budget;
  const changed = (one: BackendBudget): BackendBudget => ({
    inbound: change(one.inbound),
    reports: change(one.reports),
    notices: change(one.notices),
  });
  const own = { ...changed({ inbound, reports, notices }), outbound: change(outbound) };
  if (others === undefined) return { ...budget, ...own };
  const rest = Object.entries(others).map(([backend, one]) => [backend, changed(one)]);
  return { ...budget, ...own, others: Object.fromEntries(rest) };
}

/** Whether a budget grants nothing. */
export function isEmptyBudget({
  inbound,
  outbound,
  reports,
  notices,
  others,
}: LeaseBudget): boolean {
  const all = [{ inbound, reports, notices }, ...Object.values(others ?? {})];
  return outbound === 0 && all.every((one) => one.inbound + one.reports + one.notices === 0);
}

export function leasesOf(budget: LeaseBudget, { kind, backend }: LaneGroup): number {
  if (kind === "outbound") return budget.outbound;
  const own = backend === defaultBackend ? budget : budget.others?.[backend ?? ""];
  return own?.[kind] ?? 0;
}

/** The group of a lane. `backend`: whose lane it is; of an outbound one, who sent. */
export function groupOf(kind: LaneKind, backend: string): LaneGroup {
  return { kind, backend: kind === "outbound" ? null : backend };
}

export function groupOfLease({ lease }: HeldLease): LaneGroup {
  return groupOf(lease.lane.kind, lease.backend);
}

export function isInGroup({ lease }: HeldLease, { kind, backend }: LaneGroup): boolean {
  return lease.lane.kind === kind && (backend === null || lease.backend === backend);
}
