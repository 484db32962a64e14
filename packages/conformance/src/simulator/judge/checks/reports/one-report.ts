import { isMessageKind } from "@parley/core";
import type { Delivery } from "../../delivery.ts";
import { isListening } from "../../listening.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";

/**
 * A failure and its report are one transaction, and only a failure makes a report. So are a delivered message and its
 * notice, where somebody listens.
 */
export const oneReport: Check = {
  name: "one-report",
  promise:
    "Each failed delivery is reported once, each delivered message is told once where somebody listens, and nothing else is.",
  find: (run) => [
    ...run.ledger.deliveries.flatMap((delivery) => faultsOf(run, delivery)),
    ...strangers(run),
  ],
};

function faultsOf(run: Run, { id, kind, state, settledBy, ...told }: Delivery): string[] {
  const reports = state === "failed" && isMessageKind(kind) ? 1 : 0;
  const isNoticed =
    state === "delivered" && kind === "outbound" && isListening(run, settledBy ?? "");
  const wanted = { reports, notices: isNoticed ? 1 : 0 };
  return (["reports", "notices"] as const).flatMap((name) =>
    told[name].length === wanted[name]
      ? []
      : [`${id} is ${state} and has ${told[name].length} ${name}`],
  );
}

/** A report names its delivery, and so does a notice. */
function strangers(run: Run): string[] {
  const isTrue = (id: string, state: "failed" | "delivered") =>
    run.ledger.accounts.delivery(id)?.state === state || isErased(run, id);
  return [
    ...entriesOf(run, "report").flatMap(({ id }) =>
      isTrue(id, "failed") ? [] : [`the agent app was told that ${id} failed, which did not`],
    ),
    ...entriesOf(run, "delivered").flatMap(({ id }) =>
      isTrue(id, "delivered") ? [] : [`the agent app was told that ${id} arrived, which did not`],
    ),
  ];
}

function isErased({ ledger }: Run, id: string): boolean {
  const delivery = ledger.accounts.delivery(id);
  return delivery !== undefined && delivery.conversation.erasedAt !== null;
}
