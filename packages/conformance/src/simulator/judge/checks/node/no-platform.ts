import { type Check, entriesOf } from "../../run.ts";

/** The engine gets time and randomness only from its ports. */
export const noPlatform: Check = {
  name: "no-platform",
  promise:
    "While the engine runs, nothing asks the platform for time, timers, chance or the network.",
  find: (run) => entriesOf(run, "trapped").map(({ name, stack }) => `${name} was called ${stack}`),
};
