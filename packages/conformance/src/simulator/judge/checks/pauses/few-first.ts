import type { Lease } from "@parley/core";
import { type AppPause, endOf, takenFrom } from "../../app-pauses.ts";
import { type CalmPeriods, calmPeriodsOf } from "../../calm-periods.ts";
import { contract } from "../../contract.ts";
import { type Delivery, isHandedOver } from "../../delivery.ts";
import { type Check, entriesOf, isJumped, type Run } from "../../run.ts";
import type { Entry } from "../../trace-entry.ts";

/** Leases of visitors' messages that one store call granted. */
type Granted = Pick<Entry, "at" | "life"> & { readonly leases: readonly Lease[] };

/** The time after a pause in which nobody knows whether the agent app takes events again. */
interface Trial {
  readonly pause: AppPause;
  readonly from: number;
  readonly to: number;
}

/** After a pause, only a few events find out whether the agent app takes them. */
export const fewFirst: Check = {
  name: "few-first",
  promise:
    "After a pause of the whole agent app, a node offers it a few events at a time until one is taken: the oldest first, and those last that were postponed before.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    const trials = calm.pauses.all.flatMap((pause) => trialOf(run, pause, calm));
    return trials.flatMap((trial) => [...tooMany(run, trial, calm), ...younger(run, trial, calm)]);
  },
};

function trialOf(run: Run, pause: AppPause, calm: CalmPeriods): Trial[] {
  if (pause.readyAt !== null && pause.readyAt <= pause.at) return [];
  const from = pause.at + contract.pausedEverywhereMs + calm.toleranceMs;
  const to = takenFrom(run, pause.at, pause.backend)[0]?.endedAt ?? Number.POSITIVE_INFINITY;
  return to > from ? [{ pause, from, to }] : [];
}

function tooMany(run: Run, { pause, from, to }: Trial, calm: CalmPeriods): string[] {
  const calls = run.ledger.deliveries.flatMap(({ kind, calls }) =>
    calls
      .filter(({ at, backend }) => backend === pause.backend && at > from && at < to)
      .map((call) => ({ kind, ...call })),
  );
  return calls.flatMap(({ kind, life, at }) => {
    if (!calm.pauses.isKnown(pause, life, at)) return [];
    const open = calls.filter(
      (other) =>
        other.kind === kind &&
        other.life === life &&
        other.at <= at &&
        (other.endedAt ?? Number.POSITIVE_INFINITY) > at,
    );
    return open.length > contract.fewCalls
      ? [
          `${life} offered ${open.length} ${kind} events at once, ${at - endOf(pause)} ms after a pause`,
        ]
      : [];
  });
}

/** Visitors' messages that were leased although an older one waited for the end of the same pause. */
function younger(run: Run, { pause, from, to }: Trial, calm: CalmPeriods): string[] {
  if (isJumped(run)) return [];
  return run.entries.flatMap((entry) => {
    if (entry.at <= from || entry.at >= to) return [];
    const leases = leasesOf(entry).filter(({ backend }) => backend === pause.backend);
    if (leases.length === 0 || !calm.pauses.isKnown(pause, entry.life, entry.at)) return [];
    return leases.flatMap((lease) => overtaken(run, pause, { ...entry, leases }, lease));
  });
}

function leasesOf(entry: Entry): readonly Lease[] {
  const leases = entry.kind === "claim" ? entry.leases : null;
  const granted = leases ?? (entry.kind === "commit" ? entry.result.leases : []);
  return granted.filter(({ lane }) => lane.kind === "inbound");
}

function overtaken(run: Run, pause: AppPause, claim: Granted, { lane, head }: Lease): string[] {
  const isYounger = ({ acceptedAt }: Delivery) =>
    acceptedAt + 2 * run.plan.skewMs < head.acceptedAt;
  const leased = new Set(claim.leases.map((lease) => lease.lane.conversationId));
  const waiting = run.ledger.deliveries.filter(
    (delivery) =>
      delivery.backend === pause.backend &&
      isOffered(run, delivery, claim.at) &&
      !leased.has(delivery.conversation.id),
  );
  const own = run.ledger.deliveries.find(
    ({ conversation, sequence }) =>
      conversation.id === lane.conversationId && sequence === head.sequence,
  );
  if (own === undefined || isReady(run, pause, lane.conversationId, claim.at)) return [];
  const older = waiting.find(isYounger);
  return older === undefined
    ? []
    : [`${claim.life} offered ${own.id} before ${older.id}, which is older`];
}

/**
 * Whether it waits at the head of its lane for the end of the pause alone: it was postponed once, with the whole agent
 * app, or it was never leased and never had another one before it.
 */
function isOffered(run: Run, delivery: Delivery, at: number): boolean {
  const { kind, ahead, committedAt, settledAt, grants, calls, conversation } = delivery;
  const isWaiting = committedAt < at && (settledAt ?? Number.POSITIVE_INFINITY) > at;
  if (kind !== "inbound" || !isWaiting || isHandedOver(conversation)) return false;
  const last = grants.findLast((one) => one.at <= at);
  if (last === undefined) return ahead === 0;
  const call = calls.find(({ grant }) => grant === last);
  const settledBefore = last.endedBy === "retried" && (last.endedAt ?? at) < at;
  if (call?.pause?.scope !== "backend" || !settledBefore) return false;
  // One that was postponed before goes behind the others.
  if (calls.filter(({ pause, at: calledAt }) => pause !== null && calledAt < at).length > 1)
    return false;
  // With `ready()` since the call, it comes a second later.
  const from = call.at - 2 * run.plan.skewMs;
  return !entriesOf(run, "ready").some(
    (ready) => (ready.backend ?? "default") === call.backend && ready.at >= from && ready.at < at,
  );
}

/** Its conversation goes first. */
function isReady({ entries }: Run, pause: AppPause, conversationId: string, at: number): boolean {
  return entries.some(
    (entry) =>
      entry.kind === "resumed" &&
      entry.at >= pause.call.at &&
      entry.at <= at &&
      "conversationId" in entry.which &&
      entry.which.conversationId === conversationId,
  );
}
