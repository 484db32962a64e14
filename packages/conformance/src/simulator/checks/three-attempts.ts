import { attemptLimit } from "@parley/core";
import type { Delivery } from "../delivery.ts";
import { type Check, deliveriesOf } from "../run.ts";

/** At most three POSTs of one delivery, each under a tick number of its own. */
export const threeAttempts: Check = {
  name: "three-attempts",
  promise: "A delivery is attempted at most three times, and no tick is used twice.",
  find: (run) => deliveriesOf(run, "outbound").flatMap((delivery) => faultsOf(delivery)),
};

function faultsOf({ id, posts, grants }: Delivery): string[] {
  const faults: string[] = [];
  if (posts.length > attemptLimit) faults.push(`${id} was posted ${posts.length} times`);
  const ticks = posts.map(({ grant }) => grant.attempt);
  if (new Set(ticks).size < ticks.length || ticks.some((tick) => tick > attemptLimit))
    faults.push(`${id} was posted under the attempts ${ticks.join(", ")}`);
  const attempts = grants.map(({ attempt }) => attempt);
  if (attempts.some((attempt, index) => index > 0 && attempt <= (attempts[index - 1] ?? 0)))
    if (attempts.some((attempt, index) => attempt <= (attempts[index - 1] ?? 0) && attempt <= attemptLimit))
      faults.push(`${id} was leased for the attempts ${attempts.join(", ")}`);
  return faults;
}
