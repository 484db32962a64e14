import { isMessageKind, refusals as table } from "@parley/core";
import { type Check, entriesOf, type Run } from "../../run.ts";

/** Every refusal except "the store is unavailable" means that nothing is stored, so a retry makes no duplicate. */
export const refusals: Check = {
  name: "refusals",
  promise: "A refused message is not stored; only 503 for an unavailable store means perhaps.",
  find: (run) => {
    const accepted = new Set<string | null>();
    const perhaps = new Set<string | null>(unanswered(run));
    for (const { label, accepted: isAccepted, code } of entriesOf(run, "answered"))
      if (isAccepted) accepted.add(label);
      else if (code === table.storeUnavailable.code) perhaps.add(label);
    return run.ledger.deliveries.flatMap(({ kind, label, id, change }) =>
      !isMessageKind(kind) || change !== null || accepted.has(label) || perhaps.has(label)
        ? []
        : [`${id} (${label}) is stored, and every answer refused it`],
    );
  },
};

/** Without an answer, the client knows nothing. */
function unanswered(run: Run): (string | null)[] {
  const answered = new Set(entriesOf(run, "answered").map(({ call }) => call));
  return entriesOf(run, "asked").flatMap(({ call, label }) => (answered.has(call) ? [] : [label]));
}
