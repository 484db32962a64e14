import { type CalmPeriods, calmPeriodsOf } from "../../calm-periods.ts";
import { type Delivery, isHandedOver } from "../../delivery.ts";
import { type Check, type Run } from "../../run.ts";

/** A message on an idle lane is sent at once, whatever other endpoints and conversations do. */
export const healthyLanes: Check = {
  name: "healthy-lanes",
  promise: "What happens on one lane changes nothing for another.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    return run.ledger.deliveries.flatMap((delivery) => delayed(run, delivery, calm));
  },
};

function delayed(run: Run, delivery: Delivery, calm: CalmPeriods): string[] {
  const { id, kind, committedAt, ahead, grants, state } = delivery;
  if (ahead > 0 || !calm.holds(delivery, committedAt, committedAt + 100)) return [];
  if (kind === "outbound" && isCrowded(run, delivery)) return [];
  const [first] = grants;
  const lateMs = (first?.at ?? Number.POSITIVE_INFINITY) - committedAt;
  const isGone = first === undefined && (state === "erased" || state === "superseded");
  if (lateMs <= calm.toleranceMs || isGone) return [];
  // What waits for the owner goes to the new one, behind the change.
  if (kind === "inbound" && isHandedOver(delivery.conversation, committedAt + 1, first?.at))
    return [];
  return [`${id} waited ${lateMs} ms although its lane was idle`];
}

/** Whether its own channel's bound may have parked it. */
function isCrowded({ ledger, plan }: Run, { conversation, committedAt, id }: Delivery): boolean {
  const atWork = ledger.deliveries.filter(
    (other) =>
      other.kind === "outbound" &&
      other.id !== id &&
      other.conversation.channelKey === conversation.channelKey &&
      other.committedAt <= committedAt + 100 &&
      (other.settledAt ?? Number.POSITIVE_INFINITY) >= committedAt,
  );
  const lanes = new Set(atWork.map(({ conversation }) => conversation.id));
  return lanes.size >= plan.bounds.seriesPerChannel;
}
