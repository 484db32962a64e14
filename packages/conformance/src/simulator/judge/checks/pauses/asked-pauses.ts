import type { Settlement } from "@parley/core";
import { calmPeriodsOf } from "../../calm-periods.ts";
import type { Grant } from "../../delivery.ts";
import { backendsOf } from "../../../plan/router-plan.ts";
import { isUnasked } from "../../room.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";

const agentAppKinds = ["inbound", "reports", "notices"] as const;

/** What the agent app has not asked for is not paused. */
export const askedPauses: Check = {
  name: "asked-pauses",
  promise:
    "Nothing is paused unless the agent app has asked for it, and no longer than until it takes an event again.",
  find: (run) => [...unaskedEvents(run), ...unaskedApps(run), ...unoffered(run)],
};

function unaskedEvents(run: Run): string[] {
  return entriesOf(run, "commit").flatMap(({ batch, result }) =>
    batch.settlements.flatMap((settlement, index) =>
      result.settlements[index] === "settled" ? unasked(run, settlement) : [],
    ),
  );
}

function unasked({ ledger }: Run, { token, verdict }: Settlement): string[] {
  if (verdict.kind !== "retry" || verdict.pause === undefined) return [];
  const grant = ledger.leases.grants.get(token);
  return grant !== undefined && isPostponed(grant)
    ? []
    : [`${grant?.delivery.id} was paused, and nobody had asked for it`];
}

function isPostponed(grant: Grant): boolean {
  return grant.delivery.calls.some((call) => call.grant === grant && call.outcome === "later");
}

/** A pause of the whole agent app is known by some answer before. */
function unaskedApps(run: Run): string[] {
  const asked = run.ledger.deliveries.flatMap(({ calls }) =>
    calls.filter(({ pause }) => pause?.scope === "backend"),
  );
  return entriesOf(run, "pause-saved").flatMap(({ at, life, pause }) =>
    pause.until === null ||
    asked.some(({ endedAt, backend }) => backend === pause.backend && (endedAt ?? at + 1) <= at)
      ? []
      : [`${life} paused the agent app, which had not asked for it`],
  );
}

/** Nodes that offer the agent app nothing, or too little, although no pause lasts. */
function unoffered(run: Run): string[] {
  const { pauses } = calmPeriodsOf(run);
  return entriesOf(run, "commit").flatMap((entry) =>
    backendsOf(run.plan).flatMap((backend) =>
      agentAppKinds.every((kind) => isUnasked(run, pauses, kind, backend, entry))
        ? [`${entry.life} offers ${backend} nothing at ${entry.at} ms, and no pause lasts`]
        : [],
    ),
  );
}
