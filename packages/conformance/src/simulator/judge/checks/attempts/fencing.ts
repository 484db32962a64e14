import type { Delivery } from "../../delivery.ts";
import type { Check } from "../../run.ts";

/** One holder per lane, and only the holder acts. */
export const fencing: Check = {
  name: "fencing",
  promise: "Only the holder of a lane's lease acts on it, and nobody is leased what another holds.",
  find: ({ ledger }) => [
    ...ledger.leases.faults,
    ...ledger.strays,
    ...ledger.deliveries.flatMap((delivery) => [...late(delivery), ...disowned(delivery)]),
  ],
};

/** Nobody acts on a lease that has ended, but for what an erasure could not call back. */
function late({ id, posts, calls }: Delivery): string[] {
  return [...posts, ...calls].flatMap(({ at, life, grant: { endedAt, endedBy } }) =>
    endedAt === null || at <= endedAt || endedBy === "erased"
      ? []
      : [`${life} acted on ${id} ${at - endedAt} ms after its lease was ${endedBy}`],
  );
}

/** What was given back as unused counts for nothing: so nothing may have been done under it. */
function disowned({ id, posts, calls }: Delivery): string[] {
  return [...posts, ...calls].flatMap(({ life, grant: { endedBy } }) =>
    endedBy === "unused"
      ? [`${life} acted on ${id} under a lease that it gave back as unused`]
      : [],
  );
}
