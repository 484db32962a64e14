import type { Check } from "../../run.ts";

/** All lanes are empty after the faults end. */
export const lanesEmpty: Check = {
  name: "lanes-empty",
  promise: "Once all faults are off, every lane empties.",
  find: ({ ledger }) =>
    ledger
      .waiting()
      .map(({ id, kind, grants }) => `${id} still waits ${kind}, leased ${grants.length} times`),
};
