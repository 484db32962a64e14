import type { Delivery } from "../../delivery.ts";
import type { Check } from "../../run.ts";

/** Each lane has one holder, and only the holder acts. */
export const fencing: Check = {
  name: "fencing",
  promise: "Only the holder of a lane's lease acts on it, and nobody is leased what another holds.",
  find: ({ ledger }) => [
    ...ledger.leases.faults,
    ...ledger.strays,
    ...ledger.deliveries.flatMap((delivery) => [...late(delivery), ...disowned(delivery)]),
  ],
};

/** No node acts on an ended lease, except for attempts that an erasure or a change of owner could not cancel. */
function late({ id, posts, calls }: Delivery): string[] {
  return [...posts, ...calls].flatMap(({ at, life, grant: { endedAt, endedBy } }) =>
    endedAt === null || at <= endedAt || endedBy === "erased" || endedBy === "handed-over"
      ? []
      : [`${life} acted on ${id} ${at - endedAt} ms after its lease was ${endedBy}`],
  );
}

/** An unused lease does not count as an attempt, so nothing may have been sent under it. */
function disowned({ id, posts, calls }: Delivery): string[] {
  return [...posts, ...calls].flatMap(({ life, grant: { endedBy } }) =>
    endedBy === "unused"
      ? [`${life} acted on ${id} under a lease that it gave back as unused`]
      : [],
  );
}
