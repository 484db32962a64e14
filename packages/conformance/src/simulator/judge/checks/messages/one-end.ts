import { type Check, entriesOf, type Run } from "../../run.ts";

/** Every accepted message ends once: delivered, failed, or erased with its conversation. */
export const oneEnd: Check = {
  name: "one-end",
  promise: "Every accepted message comes to exactly one end.",
  find: (run) => [...unstored(run), ...run.ledger.leases.ends, ...disagreements(run)],
};

/** Every accepted message must be stored, because only stored ones can end. */
function unstored(run: Run): string[] {
  const stored = new Set(run.ledger.deliveries.map(({ label }) => label));
  return entriesOf(run, "answered").flatMap(({ inputKind, label, accepted }) =>
    accepted && (inputKind === "visitor" || inputKind === "agent") && !stored.has(label ?? "")
      ? [`${label} was accepted as ${inputKind} input and stored nowhere`]
      : [],
  );
}

/** The final content of the store matches its answers. */
function disagreements(run: Run): string[] {
  return entriesOf(run, "held").flatMap(({ conversationId, messages }) => {
    const account = run.ledger.accounts.all.get(conversationId);
    const wanted = [...(account?.newest.values() ?? [])];
    const held = new Map(messages.map(({ sequence, state }) => [sequence, state]));
    if (wanted.length > 200) return [];
    return wanted.flatMap(({ messageSequence, state, id }) =>
      held.get(messageSequence) === state
        ? []
        : [`${id} is ${state}, and the store says ${held.get(messageSequence) ?? "nothing"}`],
    );
  });
}
