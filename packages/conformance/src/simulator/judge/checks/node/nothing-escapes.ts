import { type Check, entriesOf } from "../../run.ts";

/** Nothing is thrown at the outside, and no promise is left rejected. */
export const nothingEscapes: Check = {
  name: "nothing-escapes",
  promise: "The doors never throw, and no rejection is left unhandled.",
  find: (run) => entriesOf(run, "escaped").map(({ what }) => what),
};
