import { contract } from "../../contract.ts";
import type { Call, Delivery, Grant } from "../../delivery.ts";
import { isListening } from "../../listening.ts";
import { type Check, deliveriesOf, type Run } from "../../run.ts";

/** A notice that cannot be told is dropped, and only then. */
export const noticeEnds: Check = {
  name: "notice-ends",
  promise:
    "A notice is dropped after three failures, when it is rejected, and when a report overtakes it, and for no other reason.",
  find: (run) =>
    deliveriesOf(run, "notices").flatMap((notice) =>
      // A change of owner is never dropped.
      notice.change === null ? faultsOf(run, notice) : [],
    ),
};

function faultsOf(run: Run, notice: Delivery): string[] {
  return [...wornOut(notice), ...overtaken(run, notice), ...unreasoned(run, notice)];
}

/** A failure that the store holds. */
function isFailure({ outcome, grant: { endedBy } }: Call): boolean {
  const isHeld = endedBy === "retried" || endedBy === "settled";
  return isHeld && (outcome === "threw" || outcome === "aborted");
}

function wornOut({ id, calls }: Delivery): string[] {
  const failures = calls.filter(isFailure).length;
  return failures > contract.noticeFailures
    ? [`${id} was told again after ${failures} failures`]
    : [];
}

/** Whether a report of the conversation aborted the call. */
function isOvertaken(
  run: Run,
  { conversation, backend }: Delivery,
  call: Call | undefined,
): boolean {
  if (call?.outcome !== "aborted") return false;
  return deliveriesOf(run, "reports").some(
    (report) =>
      report.conversation === conversation &&
      report.backend === backend &&
      report.calls.some(({ at, life }) => at === call.endedAt && life === call.life),
  );
}

/** Whether it ended before its deadline, at which a report may come by chance. */
function isInTime({ endedLocal, grant: { until } }: Call): boolean {
  return endedLocal !== null && endedLocal < until - contract.takeoverMs;
}

function overtaken(run: Run, notice: Delivery): string[] {
  const again = notice.calls.find(
    (call) => call.grant.endedBy === "retried" && isInTime(call) && isOvertaken(run, notice, call),
  );
  return again === undefined ? [] : [`${notice.id} comes again after a report overtook it`];
}

function unreasoned(run: Run, notice: Delivery): string[] {
  const { id, state, reason, calls, grants, settledBy } = notice;
  if (state !== "failed") return [];
  const grant = grants.at(-1);
  const call = calls.find((one) => one.grant === grant);
  if (reason === "backend-rejected")
    return isRefused(run, notice, grant, call) ? [] : [`${id} was dropped by ${settledBy}`];
  const failures = calls.filter(isFailure).length;
  return failures >= contract.noticeFailures
    ? []
    : [`${id} was dropped after ${failures} failures: ${reason}`];
}

/** Nobody listens any more, the agent app refused it, or a report came. */
function isRefused(
  run: Run,
  notice: Delivery,
  grant: Grant | undefined,
  call: Call | undefined,
): boolean {
  if (call === undefined) return !isListening(run, grant?.life ?? "");
  return call.outcome === "rejected" || isOvertaken(run, notice, call);
}
