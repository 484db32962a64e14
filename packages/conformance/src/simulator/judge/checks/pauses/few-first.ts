import type { Lease } from "@parley/core";
import { type AppPause, endOf, firstTaken } from "../../app-pauses.ts";
import { CalmPeriods } from "../../calm-periods.ts";
import { contract } from "../../contract.ts";
import type { Delivery } from "../../delivery.ts";
import { type Check, entriesOf, isJumped, type Run } from "../../run.ts";
import type { Entry } from "../../trace-entry.ts";

type ClaimEntry = Extract<Entry, { kind: "claim" }>;

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
    "After a pause of the whole agent app, a node offers it a few events at a time, the oldest first, until one is taken.",
  find: (run) => {
    const calm = new CalmPeriods(run);
    const trials = calm.pauses.all.flatMap((pause) => trialOf(run, pause, calm));
    return trials.flatMap((trial) => [...tooMany(run, trial, calm), ...younger(run, trial, calm)]);
  },
};

function trialOf(run: Run, pause: AppPause, calm: CalmPeriods): Trial[] {
  if (pause.readyAt !== null && pause.readyAt <= pause.at) return [];
  const from = pause.at + contract.pausedEverywhereMs + calm.toleranceMs;
  const to = firstTaken(run, pause.at)?.endedAt ?? Number.POSITIVE_INFINITY;
  return to > from ? [{ pause, from, to }] : [];
}

function tooMany(run: Run, { pause, from, to }: Trial, calm: CalmPeriods): string[] {
  const calls = run.ledger.deliveries.flatMap(({ kind, calls }) =>
    calls.filter(({ at }) => at > from && at < to).map((call) => ({ kind, ...call })),
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
  const claims = entriesOf(run, "claim").filter(({ at }) => at > from && at < to);
  return claims.flatMap((claim) => {
    if (!calm.pauses.isKnown(pause, claim.life, claim.at)) return [];
    return claim.leases.flatMap((lease) => overtaken(run, pause, claim, lease));
  });
}

function overtaken(run: Run, pause: AppPause, claim: ClaimEntry, { lane, head }: Lease): string[] {
  if (lane.kind !== "inbound") return [];
  const isYounger = ({ acceptedAt }: Delivery) =>
    acceptedAt + 2 * run.plan.skewMs < head.acceptedAt;
  const leased = new Set(claim.leases.map((lease) => lease.lane.conversationId));
  const waiting = run.ledger.deliveries.filter(
    (delivery) => isUntried(delivery, claim.at) && !leased.has(delivery.conversation.id),
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

/** Whether it waits at the head of its lane, was never leased, and never had another one before it. */
function isUntried(delivery: Delivery, at: number): boolean {
  const { kind, ahead, committedAt, settledAt, grants } = delivery;
  const isWaiting = committedAt < at && (settledAt ?? Number.POSITIVE_INFINITY) > at;
  return kind === "inbound" && ahead === 0 && isWaiting && !grants.some((one) => one.at <= at);
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
