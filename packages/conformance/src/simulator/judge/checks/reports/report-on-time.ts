import type { FailureReason } from "@parley/core";
import { type CalmPeriods, calmPeriodsOf } from "../../calm-periods.ts";
import { contract } from "../../contract.ts";
import type { Delivery } from "../../delivery.ts";
import { type Check, deliveriesOf, type Run } from "../../run.ts";

const atOnce: ReadonlySet<FailureReason | null> = new Set(["rejected", "channel-removed"]);

/** The error event comes at 9 s, or at once after a rejection. The agent gets it as soon as it is stored. */
export const reportOnTime: Check = {
  name: "report-on-time",
  promise:
    "A delivery fails 9 s after its first attempt began, or at once when it was rejected; its report comes at once, also while notices fail, hang or are postponed.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    return [
      ...deliveriesOf(run, "outbound").flatMap((delivery) => faultsOf(delivery, calm)),
      ...unheard(run, calm),
    ];
  },
};

function faultsOf(delivery: Delivery, calm: CalmPeriods): string[] {
  const { id, state, reason, grants, settledAt, settledNow } = delivery;
  const last = grants.at(-1);
  if (state !== "failed" || last === undefined || settledAt === null || settledNow === null)
    return [];
  if (atOnce.has(reason)) return [];
  const afterMs = settledNow - last.startedAt - contract.attempts * contract.tickMs;
  if (afterMs < 0) return [`${id} failed ${-afterMs} ms too early: ${reason}`];
  const isLate = afterMs > calm.toleranceMs && calm.holds(delivery, settledAt - afterMs, settledAt);
  return isLate ? [`${id} failed ${afterMs} ms late: ${reason}`] : [];
}

function unheard(run: Run, calm: CalmPeriods): string[] {
  return deliveriesOf(run, "reports").flatMap((report) => {
    const { id, committedAt, ahead, calls, conversation } = report;
    const [call] = calls;
    const lateMs = (call?.at ?? Number.POSITIVE_INFINITY) - committedAt;
    if (ahead > 0 || lateMs <= calm.toleranceMs || conversation.erasedAt !== null) return [];
    return calm.holds(report, committedAt, committedAt + 100)
      ? [`${id} reached the agent app ${lateMs} ms after it was stored`]
      : [];
  });
}
