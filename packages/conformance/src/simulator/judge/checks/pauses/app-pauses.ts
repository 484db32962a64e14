import { type AppPause, endOf } from "../../app-pauses.ts";
import { type CalmPeriods, calmPeriodsOf } from "../../calm-periods.ts";
import { contract } from "../../contract.ts";
import { type Call, type Delivery, isHandedOver } from "../../delivery.ts";
import { type Check, isJumped, type Run } from "../../run.ts";

/** While the agent app pauses as a whole, nobody calls it. */
export const appPauses: Check = {
  name: "app-pauses",
  promise:
    "A pause of the whole agent app stops every call of it within a second, on every node and over restarts.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    return calm.pauses.all.flatMap((pause) =>
      run.ledger.deliveries.flatMap((delivery) => disturbers(run, pause, delivery, calm)),
    );
  },
};

function disturbers(
  run: Run,
  pause: AppPause,
  { id, calls }: Delivery,
  calm: CalmPeriods,
): string[] {
  const from = pause.at + contract.pausedEverywhereMs + calm.toleranceMs;
  const to = endOf(pause) - 2 * run.plan.skewMs;
  return calls
    .filter(({ backend }) => backend === pause.backend)
    .filter((call) => call.at > from && call.at < to)
    .filter((call) => calm.pauses.isKnown(pause, call.life, call.at))
    .filter((call) => !isExcused(run, pause, call))
    .map(
      ({ at, life }) =>
        `${life} called the agent app for ${id} ${at - pause.at} ms after it asked for ${pause.until - pause.at} ms`,
    );
}

/** The clocks were set, or a store call that was under way when the pause came granted the lease later. */
function isExcused(run: Run, pause: AppPause, { life, at, grant }: Call): boolean {
  if (isJumped(run, pause.at, at)) return true;
  return run.entries.some((entry) => {
    if (entry.life !== life) return false;
    if (entry.kind === "life") return entry.event === "paused" && entry.at + entry.ms >= pause.at;
    if (entry.kind !== "trouble") return false;
    const endedAt = entry.beganAt + entry.ms;
    const isUnderWay = entry.beganAt <= pause.at && endedAt >= pause.at && endedAt >= grant.at;
    return (
      isUnderWay ||
      (entry.operation === "sent-message" && endedAt >= grant.at && entry.beganAt <= at)
    );
  });
}

/** After a pause, the agent app is called again. */
export const appPausesEnd: Check = {
  name: "app-pauses-end",
  promise: "Within a second of the end of its pause, or of ready(), the agent app is called again.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    return calm.pauses.all.flatMap((pause) => forgotten(run, pause, calm));
  },
};

function forgotten(run: Run, pause: AppPause, calm: CalmPeriods): string[] {
  const endsAt = endOf(pause);
  const latest = endsAt + contract.pausedEverywhereMs + calm.toleranceMs;
  if (endsAt <= pause.at || !calm.isUndisturbed(endsAt, latest) || isJumped(run)) return [];
  if (calm.pauses.all.some((other) => isOther(other, pause) && isLater(other, pause, latest)))
    return [];
  const waiting = run.ledger.deliveries.filter(
    (delivery) =>
      delivery.backend === pause.backend &&
      isMainKind(delivery) &&
      isOffered(delivery, endsAt, latest),
  );
  const calls = run.ledger.deliveries.flatMap((delivery) =>
    delivery.calls.filter(({ backend }) => backend === pause.backend),
  );
  const isCalled = calls.some(
    ({ at, endedAt }) =>
      at <= latest && (endedAt ?? Number.POSITIVE_INFINITY) > endsAt - calm.toleranceMs,
  );
  if (waiting.length === 0 || isCalled) return [];
  return [`nobody called the agent app for ${waiting[0]?.id} when its pause ended at ${endsAt} ms`];
}

function isOther(other: AppPause, pause: AppPause): boolean {
  return other !== pause && other.backend === pause.backend;
}

/** Whether the other pause lasts at the end of this one, or comes soon after it. */
function isLater(other: AppPause, pause: AppPause, latest: number): boolean {
  const isEarly = other.at < pause.at;
  return isEarly ? other.until > endOf(pause) : other.at <= latest;
}

/** Notices wait for reports, too. */
function isMainKind({ kind }: Delivery): boolean {
  return kind === "inbound" || kind === "reports";
}

/** Whether its lane only waits for the end of the pause: it was never leased, or was postponed by that pause. */
function isOffered(delivery: Delivery, from: number, to: number): boolean {
  const { ahead, committedAt, settledAt, grants, calls, conversation } = delivery;
  if (committedAt > from || (settledAt ?? Number.POSITIVE_INFINITY) <= to) return false;
  if (conversation.erasedAt !== null && conversation.erasedAt <= to) return false;
  if (isHandedOver(conversation)) return false;
  const earlier = grants.filter(({ at }) => at <= from);
  const last = earlier.at(-1);
  if (last === undefined) return ahead === 0;
  const call = calls.find(({ grant }) => grant === last);
  return (
    call?.pause?.scope === "backend" && last.endedBy === "retried" && (last.endedAt ?? to) <= from
  );
}
