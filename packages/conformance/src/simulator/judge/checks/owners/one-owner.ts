import { calmPeriodsOf } from "../../calm-periods.ts";
import type { Call, Delivery } from "../../delivery.ts";
import { type Check, deliveriesOf, type Run } from "../../run.ts";

/** Only one agent app at a time gets the events of a conversation. */
export const oneOwner: Check = {
  name: "one-owner",
  promise:
    "At no instant two agent apps have a conversation's events: only its owner is leased and told them, with its fence, and a call to the one before is aborted.",
  find: (run) => [
    ...run.ledger.owners.leaseFaults,
    ...deliveriesOf(run, "inbound").flatMap((delivery) =>
      delivery.calls.flatMap((call) => [...strange(delivery, call), ...settledLate(delivery)]),
    ),
    ...unaborted(run),
  ],
};

/** The agent app and the fence are those of the lease. */
function strange({ id, change }: Delivery, { backend, fence, grant }: Call): string[] {
  if (backend !== grant.backend)
    return [`${id} went to ${backend} under a lease of ${grant.backend}`];
  const isTold = change !== null || fence === undefined || fence === grant.fence;
  return isTold ? [] : [`${id} was told with the fence ${fence}, and it is ${grant.fence}`];
}

/** An event ends under the lease that was granted last. */
function settledLate({ id, grants, settledAt, state }: Delivery): string[] {
  const last = grants.at(-1);
  if (state !== "delivered" && state !== "failed") return [];
  return last?.endedAt === settledAt ? [] : [`${id} is ${state}, and not under its last lease`];
}

/** A node that changes an owner aborts its calls to the owner before. */
function unaborted(run: Run): string[] {
  const calm = calmPeriodsOf(run);
  const calls = deliveriesOf(run, "inbound").flatMap((delivery) =>
    delivery.calls.map((call) => ({ ...call, delivery })),
  );
  return run.ledger.owners.changed.flatMap(({ at, life, append, isHandedOver }) => {
    const latest = at + calm.toleranceMs;
    if (!isHandedOver || !calm.isUndisturbed(at, latest)) return [];
    return (
      calls
        .filter(({ delivery }) => delivery.conversation.id === append.conversationId)
        .filter((call) => call.life === life && call.grant.endedBy === "handed-over")
        // Another node may have made another change at the same instant.
        .filter(({ grant }) => grant.fence === append.fence)
        .filter((call) => call.grant.endedAt === at && call.at <= at)
        .filter(({ endedAt }) => (endedAt ?? Number.POSITIVE_INFINITY) > latest)
        .map(({ delivery, backend }) => `${life} let ${backend} go on with ${delivery.id}`)
    );
  });
}
