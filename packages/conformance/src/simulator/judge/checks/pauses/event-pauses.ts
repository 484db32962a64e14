import { type CalmPeriods, calmPeriodsOf } from "../../calm-periods.ts";
import { contract } from "../../contract.ts";
import { type Call, type Delivery, type Grant, isHandedOver } from "../../delivery.ts";
import { type Check, entriesOf, isJumped, type Run } from "../../run.ts";

/** A pause of one event as the store holds it. */
interface EventPause {
  readonly delivery: Delivery;
  readonly call: Call;
  readonly next: Grant | undefined;
  /** The node's own time of its end. */
  readonly endsLocal: number;
  /** When its end, or its settlement if that is later, has come. */
  readonly endsAt: number;
  /** From when on the store holds it. */
  readonly from: number;
}

/** An event that was postponed waits as long as it was asked to, and no longer. */
export const eventPauses: Check = {
  name: "event-pauses",
  promise:
    "An event that the agent app postpones comes again when that time is over or the app is ready, and never before.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    const all = run.ledger.deliveries.flatMap((delivery) => pausesOf(run, delivery));
    return all.flatMap((pause) => [
      ...early(run, pause),
      ...late(run, pause, calm),
      ...unready(run, pause, calm),
    ]);
  },
};

/** Only a settlement makes a pause durable: it is lost with a node that dies before. */
function pausesOf(run: Run, delivery: Delivery): EventPause[] {
  const { grants } = delivery;
  return delivery.calls.flatMap((call): EventPause[] => {
    const { pause, grant, endedAt, endedLocal } = call;
    if (pause?.scope !== "event" || endedAt === null || endedLocal === null) return [];
    if (grant.endedBy !== "retried" || grant.endedAt === null) return [];
    // A pause of an event for the owner ends with a change of owner.
    if (delivery.kind === "inbound" && isHandedOver(delivery.conversation, call.at)) return [];
    const next = grants[grants.indexOf(grant) + 1];
    const endsAt = Math.max(grant.endedAt, heardAt(run, call, endedAt) + pause.forMs);
    const endsLocal = endedLocal + pause.forMs;
    return [{ delivery, call, next, endsLocal, endsAt, from: grant.endedAt }];
  });
}

/** A node that stands still in a store call hears of the answer at its end. */
function heardAt(run: Run, { life }: Call, answeredAt: number): number {
  const standstills = entriesOf(run, "trouble").filter(
    (entry) => entry.life === life && entry.beganAt <= answeredAt,
  );
  return Math.max(answeredAt, ...standstills.map(({ beganAt, ms }) => beganAt + ms));
}

function early(run: Run, pause: EventPause): string[] {
  const { delivery, call, next, endsLocal } = pause;
  if (next === undefined) return [];
  const tooEarlyMs = endsLocal - 2 * run.plan.skewMs - next.now;
  if (tooEarlyMs <= 0 || mayEndEarly(run, pause, next.at)) return [];
  return [
    `${delivery.id} was leased ${tooEarlyMs} ms before the end of its pause of ${call.at} ms`,
  ];
}

/** The agent app was ready, perhaps some time before a store that was out of reach heard of it, or the clocks were set. */
function mayEndEarly(run: Run, { delivery, call }: EventPause, until: number): boolean {
  if (isJumped(run, call.at, until)) return true;
  // The node that was told compares its own clock with another node's.
  const from = call.at - 2 * run.plan.skewMs;
  return run.entries.some((entry) => {
    if (entry.at < from || entry.at > until) return false;
    if (entry.kind === "ready") return isFor(entry.conversationId, delivery, entry.backend, call);
    if (entry.kind !== "resumed") return false;
    const { which } = entry;
    const conversationId = "conversationId" in which ? which.conversationId : null;
    return isFor(conversationId, delivery, which.backend, call);
  });
}

function late(run: Run, pause: EventPause, calm: CalmPeriods): string[] {
  const { delivery, call, next, endsAt } = pause;
  if (isOver(delivery, endsAt + calm.toleranceMs) || calm.pauses.mayLast(endsAt, call.backend))
    return [];
  if (isJumped(run, call.at, endsAt)) return [];
  const lateMs = (next?.at ?? Number.POSITIVE_INFINITY) - endsAt;
  const isLate = lateMs > calm.toleranceMs && calm.holds(delivery, endsAt, endsAt + 100);
  return isLate ? [`${delivery.id} waited ${lateMs} ms after the end of its pause`] : [];
}

function unready(
  run: Run,
  { delivery, call, next, endsAt, from }: EventPause,
  calm: CalmPeriods,
): string[] {
  const ready = entriesOf(run, "ready").find(
    ({ at, conversationId, backend }) =>
      at > from &&
      at < Math.min(endsAt, next?.at ?? endsAt) &&
      isFor(conversationId, delivery, backend, call),
  );
  if (ready === undefined || calm.pauses.mayLast(ready.at, call.backend)) return [];
  const latest = ready.at + contract.pausedEverywhereMs + calm.toleranceMs;
  const isHeard = (next?.at ?? Number.POSITIVE_INFINITY) <= latest;
  if (isHeard || isOver(delivery, latest) || !calm.holds(delivery, ready.at, latest)) return [];
  return [`${delivery.id} was not leased within a second of ready() at ${ready.at} ms`];
}

/** Whether it is said of the conversation, or of all, by the agent app that was called. */
function isFor(
  conversationId: string | null,
  { conversation }: Delivery,
  by = "default",
  { backend }: Call,
): boolean {
  return by === backend && (conversationId === null || conversationId === conversation.id);
}

function isOver({ conversation }: Delivery, at: number): boolean {
  return conversation.erasedAt !== null && conversation.erasedAt <= at;
}
