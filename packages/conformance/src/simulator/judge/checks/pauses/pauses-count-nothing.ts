import { contract } from "../../contract.ts";
import { type Call, type Delivery, grantsOfOwner } from "../../delivery.ts";
import type { Check } from "../../run.ts";

/** A pause is no failure, however many there are. */
export const pausesCountNothing: Check = {
  name: "pauses-count-nothing",
  promise: "A pause is neither an attempt nor a failure, and makes no dead letter within a day.",
  find: ({ ledger }) =>
    ledger.deliveries.flatMap((delivery) => [...counted(delivery), ...givenUp(delivery)]),
};

/** The attempt after a pause has the number of the one that was answered with it. */
function counted({ id, kind, grants, calls }: Delivery): string[] {
  return calls.flatMap(({ outcome, grant }) => {
    const next = grants[grants.indexOf(grant) + 1];
    if (outcome !== "later" || grant.endedBy !== "retried" || next === undefined) return [];
    const isHandedOver = kind === "inbound" && next.fence !== grant.fence;
    return isHandedOver || next.attempt === grant.attempt
      ? []
      : [`${id} was postponed at attempt ${grant.attempt}, and then came attempt ${next.attempt}`];
  });
}

/** Only failures make the gateway give up, and pauses are no part of the time that they take. */
function givenUp(delivery: Delivery): string[] {
  const { id, kind, reason, settledNow } = delivery;
  if (reason !== "backend-failing" || kind === "outbound" || settledNow === null) return [];
  const { grants, pausedMs } = failuresOf(delivery);
  const [first] = grants;
  const [attempts, ms] =
    kind === "notices"
      ? [contract.noticeFailures, 0]
      : [contract.blamedAttempts, contract.blamedMs];
  const afterMs = settledNow - (first?.now ?? settledNow) - pausedMs;
  return grants.length >= attempts && afterMs >= ms
    ? []
    : [`${id} was given up after ${grants.length} failures and ${afterMs} ms without pauses`];
}

/** The leases without those that were answered with a pause, and the time of the pauses after the first of them. */
function failuresOf(delivery: Delivery) {
  const postponed = new Map<unknown, Call>();
  for (const call of delivery.calls)
    if (call.outcome === "later" && call.grant.endedBy === "retried")
      postponed.set(call.grant, call);
  const used = grantsOfOwner(delivery);
  const grants = used.filter((grant) => !postponed.has(grant));
  const from = used.indexOf(grants[0] as (typeof used)[number]);
  const pausesMs = used.map((grant, index) => {
    const call = postponed.get(grant);
    const next = used[index + 1];
    if (call === undefined || call.endedLocal === null || call.pause === null || next === undefined)
      return 0;
    return index < from ? 0 : Math.max(0, Math.min(call.pause.forMs, next.now - call.endedLocal));
  });
  return { grants, pausedMs: pausesMs.reduce((sum, ms) => sum + ms, 0) };
}
