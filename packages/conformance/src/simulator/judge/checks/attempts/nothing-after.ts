import { type Check } from "../../run.ts";

/** Nothing is sent for a delivery after its end is settled. */
export const nothingAfter: Check = {
  name: "nothing-after",
  promise: "Once a delivery's end is settled, nothing of it is sent any more.",
  find: ({ ledger }) =>
    ledger.deliveries.flatMap(({ id, state, settledAt, posts, calls }) =>
      [...posts, ...calls]
        .filter(({ at }) => settledAt !== null && at > settledAt && state !== "erased")
        // A node that has not heard of a change of owner yet.
        .filter(({ grant }) => grant.endedBy !== "handed-over")
        .map(
          ({ at, life }) => `${life} sent ${id} ${at - (settledAt ?? 0)} ms after it was ${state}`,
        ),
    ),
};
