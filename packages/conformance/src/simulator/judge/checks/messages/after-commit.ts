import { isHeld } from "../../accounts.ts";
import { labelIn } from "../../../world/label.ts";
import type { Check } from "../../run.ts";
import type { Entry } from "../../trace-entry.ts";

/** A positive answer follows the commit that holds the message, in both directions. */
export const afterCommit: Check = {
  name: "after-commit",
  promise: "A message is answered as accepted only after the commit that holds it.",
  find: (run) => {
    const stored = new Set<string>();
    return run.entries.flatMap((entry) => {
      for (const label of labelsIn(entry)) stored.add(label);
      if (entry.kind !== "answered" || !entry.accepted) return [];
      const isMessage = entry.inputKind === "visitor" || entry.inputKind === "agent";
      return isMessage && !stored.has(entry.label ?? "")
        ? [`${entry.label} was accepted before it was stored`]
        : [];
    });
  },
};

/** The messages of a commit, including repeats of stored ones. */
function labelsIn(entry: Entry): string[] {
  if (entry.kind !== "commit") return [];
  return entry.batch.appends.flatMap((append, index) => {
    const result = entry.result.appends[index];
    return result !== undefined && isHeld(result) && "messages" in append
      ? [labelIn(append.messages.join()) ?? ""]
      : [];
  });
}
