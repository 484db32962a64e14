import { contract } from "../../contract.ts";
import { type Delivery, type Grant, usedGrants } from "../../delivery.ts";
import { type Check, deliveriesOf } from "../../run.ts";

/** At most three POSTs per delivery, each with its own tick number. */
export const threeAttempts: Check = {
  name: "three-attempts",
  promise: "A delivery is attempted at most three times, and no tick is used twice.",
  find: (run) => deliveriesOf(run, "outbound").flatMap((delivery) => faultsOf(delivery)),
};

function faultsOf(delivery: Delivery): string[] {
  const { id, posts } = delivery;
  const grants = usedGrants(delivery);
  const faults: string[] = [];
  if (posts.length > contract.attempts) faults.push(`${id} was posted ${posts.length} times`);
  const ticks = posts.map(({ grant }) => grant.attempt);
  if (new Set(ticks).size < ticks.length || ticks.some((tick) => tick > contract.attempts))
    faults.push(`${id} was posted under the attempts ${ticks.join(", ")}`);
  if (grants.some((_, index) => isReused(grants, index)))
    faults.push(`${id} was leased for ${grants.map(({ attempt }) => attempt).join(", ")}`);
  return faults;
}

/** A lease after the last attempt only settles the end, and may be granted again. */
function isReused(grants: readonly Grant[], index: number): boolean {
  const [before, grant] = [grants[index - 1], grants[index]];
  if (before === undefined || grant === undefined) return false;
  return grant.attempt <= before.attempt && before.attempt <= contract.attempts;
}
