import { type Check, entriesOf } from "../../run.ts";

/** No error reaches the callers, and no rejection is unhandled. */
export const nothingEscapes: Check = {
  name: "nothing-escapes",
  promise: "The doors never throw, and no rejection is left unhandled.",
  find: (run) => entriesOf(run, "escaped").map(({ what }) => what),
};
