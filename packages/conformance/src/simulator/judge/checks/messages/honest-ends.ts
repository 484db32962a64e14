import type { Delivery } from "../../delivery.ts";
import type { Check } from "../../run.ts";

/** A delivered message was taken; a failed one was not seen to be taken. */
export const honestEnds: Check = {
  name: "honest-ends",
  promise: "A delivery is delivered when the node that says so was told so, and else it is not.",
  find: ({ ledger }) => ledger.deliveries.flatMap((delivery) => faultsOf(delivery)),
};

function faultsOf(delivery: Delivery): string[] {
  const { id, state, settledBy, grants, reason } = delivery;
  const last = grants.at(-1);
  const heard = isHeard(delivery, settledBy);
  // The channel's knob at that moment decides whether it counts.
  if (delivery.posts.some(({ end }) => end === "garbage")) return [];
  if (state === "delivered" && !heard)
    return [`${id} is delivered, and ${settledBy} never heard so`];
  if (state !== "failed" || !heard || last === undefined) return [];
  return reason === "backend-rejected" ? [] : [`${id} failed with ${reason} although it was taken`];
}

/** Whether the settling process saw, under the settled lease, that it was taken. */
function isHeard({ grants, posts, calls }: Delivery, by: string | null): boolean {
  const token = grants.findLast(({ life, endedBy }) => life === by && endedBy === "settled")?.token;
  return (
    posts.some(({ positive, grant }) => positive && grant.token === token) ||
    calls.some(({ outcome, grant }) => outcome === "taken" && grant.token === token)
  );
}
