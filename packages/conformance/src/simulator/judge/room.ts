import type { BackendBudget, LaneKind, LeaseBudget } from "@parley/core";
import { isRemote } from "../plan/plan.ts";
import type { AppPauses } from "./app-pauses.ts";
import type { Run } from "./run.ts";
import type { Entry } from "./trace-entry.ts";

/** A store call that may grant leases. */
type Granting = Extract<Entry, { kind: "commit" | "claim" }>;

/** How many leases of this kind and agent app the call granted. */
export function grantedBy(entry: Granting, kind: LaneKind, backend: string): number {
  const leases = entry.kind === "commit" ? entry.result.leases : entry.leases;
  return leases.filter((one) => one.lane.kind === kind && isOf(one, kind, backend)).length;
}

/** How many leases of this kind and agent app the call was allowed to grant. */
export function budgetOf(budget: LeaseBudget, kind: LaneKind, backend: string): number {
  return kind === "outbound" ? budget.outbound : ownOf(budget, backend)[kind];
}

function ownOf(budget: LeaseBudget, backend: string): BackendBudget {
  const nothing = { inbound: 0, reports: 0, notices: 0 };
  return backend === "default" ? budget : (budget.others?.[backend] ?? nothing);
}

/** Outbound lanes belong to no agent app. */
function isOf(lease: { readonly backend: string }, kind: LaneKind, backend: string): boolean {
  return kind === "outbound" || lease.backend === backend;
}

/**
 * Whether a node offers the agent app nothing by this call, although no pause may last that the app asked for, and no
 * lease of this kind uses up its room. With a remote store, calls under way may use it up, too.
 */
export function isUnasked(
  run: Run,
  pauses: AppPauses,
  kind: LaneKind,
  backend: string,
  entry: Granting,
): boolean {
  if (kind === "outbound" || !isNothingOffered(entry.budget, backend)) return false;
  if (isRemote(run.plan) || pauses.mayLast(entry.at, backend)) return false;
  return !run.ledger.deliveries.some(
    (delivery) =>
      delivery.kind === kind &&
      delivery.grants.some(
        ({ life, at, endedAt, ...grant }) =>
          life === entry.life &&
          grant.backend === backend &&
          at <= entry.at &&
          (endedAt ?? Number.POSITIVE_INFINITY) >= entry.at,
      ),
  );
}

/** A node that does not start lanes at all has no room for agents' messages either. */
function isNothingOffered(budget: LeaseBudget, backend: string): boolean {
  const { inbound, reports, notices } = ownOf(budget, backend);
  return budget.outbound > 0 && inbound + reports + notices === 0;
}
