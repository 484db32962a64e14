import { type Delivery, usedGrants } from "../../delivery.ts";
import type { Check } from "../../run.ts";

/** Only a call that is certainly the first is said to be. */
export const mayBeRepeat: Check = {
  name: "may-be-repeat",
  promise:
    "The agent app is told that a call may be a repeat, unless it was certainly never called with the event.",
  find: ({ ledger }) => ledger.deliveries.flatMap((delivery) => faultsOf(delivery)),
};

function faultsOf(delivery: Delivery): string[] {
  const { id, calls, isAgain } = delivery;
  return calls.flatMap(({ mayBeRepeat: isDoubtful, grant, backend }, index) => {
    const isRepeat = isAgain || calls.slice(0, index).some((call) => call.backend === backend);
    if (isRepeat && !isDoubtful) return [`${id} came again, and was said to be new`];
    const own = usedGrants(delivery).find((one) => one.backend === backend);
    // From the second change of owner on, a backend may be an owner again.
    const isFirst = !isRepeat && own === grant && (delivery.change !== null || grant.fence < 2);
    return isFirst && isDoubtful ? [`${id} was new, and was said to be a repeat perhaps`] : [];
  });
}
