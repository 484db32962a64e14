import type { StoredOwnerChange } from "@parley/core";
import type { Call, Delivery } from "../../delivery.ts";
import { type Check, type Run } from "../../run.ts";

/** Both agent apps are told of a change. */
export const ownerTold: Check = {
  name: "owner-told",
  promise:
    "The new owner hears of each change before every event that it gets from then on, unless another change came first, and the old one as a notice; a change is never dropped.",
  find: (run) => [
    ...run.ledger.deliveries.flatMap((delivery) => [...dropped(delivery), ...untrue(delivery)]),
    ...early(run),
    ...unwritten(run),
  ],
};

/** A change ends when it is taken, when another one follows, or with its conversation. */
function dropped({ id, change, state, calls, kind }: Delivery): string[] {
  if (change === null || state === "waiting" || state === "erased") return [];
  if (state === "superseded" && kind === "inbound") return [];
  const isTaken = calls.some(({ outcome }) => outcome === "taken");
  return state === "delivered" && isTaken ? [] : [`${id} is ${state}, and nobody took it`];
}

function untrue({ id, change, kind, calls }: Delivery): string[] {
  if (change === null) return [];
  const wanted = textOf(change, kind === "inbound");
  return calls.flatMap((call) => {
    const told = call.change === undefined ? "" : textOf(call.change, call.change.isNewOwner);
    return told === wanted ? [] : [`${id} was told as ${told}, not as ${wanted}`];
  });
}

/** Without `lastSequence`: only the store knows the sequences of reports. */
function textOf(change: Omit<StoredOwnerChange, "lastSequence">, isNewOwner: boolean): string {
  const { at, name, from, to, fence, by, why, conversationId, channelId } = change;
  const words = { at, name, from, to, fence, by, why, conversationId, channelId };
  return JSON.stringify({ ...words, isNewOwner });
}

/** Events that came to a new owner before it took the change. */
function early({ ledger }: Run): string[] {
  const told = new Map<string, Delivery>();
  for (const delivery of ledger.deliveries)
    if (delivery.change !== null && delivery.kind === "inbound")
      told.set(`${delivery.conversation.id} ${delivery.change.fence}`, delivery);
  return ledger.deliveries.flatMap(({ id, kind, change, calls, conversation }) => {
    if (kind !== "inbound" || change !== null) return [];
    return calls.flatMap((call) => {
      const before = told.get(`${conversation.id} ${call.grant.fence}`);
      return before === undefined || isTakenBefore(before, call)
        ? []
        : [`${id} came to ${call.backend} before ${before.id}`];
    });
  });
}

function isTakenBefore({ calls, settledAt, state }: Delivery, { at }: Call): boolean {
  const isTaken = calls.some(
    ({ outcome, endedAt }) => outcome === "taken" && (endedAt ?? at) <= at,
  );
  return isTaken && state === "delivered" && (settledAt ?? at + 1) <= at;
}

/** An agent app is told if it listens, and only then. */
function unwritten({ plan, ledger }: Run): string[] {
  const hearing = plan.router?.hearing ?? [];
  return ledger.owners.changed.flatMap(({ at, append, from, isHandedOver }) => {
    if (!isHandedOver) return [];
    const to = append.to.backend ?? append.ifWaiting;
    const isNewTold = append.tellsNew === hearing.includes(to);
    const isOldTold = append.tellsOld === (from !== null && hearing.includes(from));
    return isNewTold && isOldTold
      ? []
      : [`the change of ${append.conversationId} at ${at} ms is told to the wrong ones`];
  });
}
