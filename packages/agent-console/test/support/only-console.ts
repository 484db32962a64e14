import { Ownership } from "../../src/owners/ownership.ts";

/** The console as the only agent app of a gateway. */
export const onlyConsole = new Ownership({
  names: ["default"],
  readable: ["default"],
  hasOthers: false,
  isElsewhere: () => Promise.resolve(false),
});
