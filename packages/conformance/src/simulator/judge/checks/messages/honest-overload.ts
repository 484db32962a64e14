import { refusals as table } from "@parley/core";
import { type Check, entriesOf, type Run } from "../../run.ts";
import type { Entry } from "../../trace-entry.ts";

/** Inputs whose messages wait for a commit. */
const writers: ReadonlySet<string> = new Set(["visitor", "agent", "again", "redeliver", "assign"]);

/** A stored or abandoned message no longer counts as waiting. Otherwise the gateway would refuse everything in the end. */
export const honestOverload: Check = {
  name: "honest-overload",
  promise:
    "Nobody is refused for what waits for the store when nothing waits, but by a node that stops.",
  find: (run) => {
    const open = new Map<number, string>();
    return run.entries.flatMap((entry) => {
      if (entry.kind === "asked" && writers.has(entry.inputKind)) open.set(entry.call, entry.life);
      if (entry.kind !== "answered") return [];
      open.delete(entry.call);
      const isRefused = !entry.accepted && entry.code === table.overloaded.code;
      const isTrue = [...open.values()].includes(entry.life) || isStopping(run, entry);
      return isRefused && !isTrue
        ? [`${entry.life} refused ${entry.label} as overloaded, and nothing waited`]
        : [];
    });
  },
};

function isStopping(run: Run, { life, at }: Pick<Entry, "life" | "at">): boolean {
  return entriesOf(run, "life").some(
    (entry) => entry.life === life && entry.event === "stopping" && entry.at <= at,
  );
}
