import type { Delivery } from "../../delivery.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";

/** A failure and its report are one transaction, and only a failure makes a report. */
export const oneReport: Check = {
  name: "one-report",
  promise: "Each failed delivery is reported once, and nothing else is.",
  find: (run) => [
    ...run.ledger.deliveries.flatMap((delivery) => faultsOf(delivery)),
    ...strangers(run),
  ],
};

function faultsOf({ id, kind, state, reports }: Delivery): string[] {
  const wanted = state === "failed" && kind !== "reports" ? 1 : 0;
  if (reports.length === wanted) return [];
  return [`${id} is ${state} and has ${reports.length} reports`];
}

/** A report names its delivery. */
function strangers(run: Run): string[] {
  return entriesOf(run, "report").flatMap(({ id }) =>
    run.ledger.accounts.delivery(id)?.state === "failed" || isErased(run, id)
      ? []
      : [`the agent app was told that ${id} failed, which did not`],
  );
}

function isErased({ ledger }: Run, id: string): boolean {
  const delivery = ledger.accounts.delivery(id);
  return delivery !== undefined && delivery.conversation.erasedAt !== null;
}
