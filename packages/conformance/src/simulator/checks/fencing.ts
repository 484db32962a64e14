import type { Check } from "../run.ts";

/** One holder per lane, and only the holder acts. */
export const fencing: Check = {
  name: "fencing",
  promise: "Only the holder of a lane's lease acts on it, and nobody is leased what another holds.",
  find: ({ ledger }) => [...ledger.leases.faults, ...ledger.strays],
};
