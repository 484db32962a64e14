import type { LaneKind, LeaseBudget } from "@parley/core";
import { isRemote } from "../plan/plan.ts";
import type { AppPauses } from "./app-pauses.ts";
import type { Run } from "./run.ts";
import type { Entry } from "./trace-entry.ts";

/** A store call that may grant leases. */
type Granting = Extract<Entry, { kind: "commit" | "claim" }>;

/** How many leases of this kind the call granted. */
export function grantedBy(entry: Granting, kind: LaneKind): number {
  const leases = entry.kind === "commit" ? entry.result.leases : entry.leases;
  return leases.filter(({ lane }) => lane.kind === kind).length;
}

/**
 * Whether a node offers the agent app nothing by this call, although no pause may last that the app asked for, and no
 * lease of this kind uses up its room. With a remote store, calls under way may use it up, too.
 */
export function isUnasked(run: Run, pauses: AppPauses, kind: LaneKind, entry: Granting): boolean {
  if (kind === "outbound" || !isNothingOffered(entry.budget)) return false;
  if (isRemote(run.plan) || pauses.mayLast(entry.at)) return false;
  return !run.ledger.deliveries.some(
    (delivery) =>
      delivery.kind === kind &&
      delivery.grants.some(
        ({ life, at, endedAt }) =>
          life === entry.life &&
          at <= entry.at &&
          (endedAt ?? Number.POSITIVE_INFINITY) >= entry.at,
      ),
  );
}

/** A node that does not start lanes at all has no room for agents' messages either. */
function isNothingOffered({ inbound, outbound, reports, notices }: LeaseBudget): boolean {
  return outbound > 0 && inbound + reports + notices === 0;
}
