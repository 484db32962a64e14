import type { DeliveryReport } from "@parley/core";
import type { Delivery } from "../../delivery.ts";
import type { Check } from "../../run.ts";

/** A report holds the stored failure of its own delivery. */
export const trueReports: Check = {
  name: "true-reports",
  promise: "A report names the delivery that failed, which way it went, why and when.",
  find: ({ ledger }) => ledger.deliveries.flatMap((delivery) => faultsOf(delivery)),
};

function faultsOf(delivery: Delivery): string[] {
  const wanted = Object.entries(wantedOf(delivery));
  return delivery.reports.flatMap(({ message }) => {
    const report = JSON.parse(message) as DeliveryReport;
    const told = new Map<string, unknown>(Object.entries(report));
    const wrong = wanted.filter(([name, value]) => told.get(name) !== value);
    return [
      ...wrong.map(
        ([name, value]) =>
          `${delivery.id}: its report says ${name} is ${told.get(name)}, not ${value}`,
      ),
      ...untimely(delivery, report),
    ];
  });
}

function wantedOf(delivery: Delivery): Readonly<Record<string, unknown>> {
  const { id, kind, conversation, messageSequence, reason, description } = delivery;
  return {
    deliveryId: id,
    conversationId: conversation.id,
    channelId: conversation.channelId,
    direction: kind === "inbound" ? "inbound" : "outbound",
    sequence: messageSequence,
    reason,
    description,
  };
}

/** The failure happened under the last lease, before the settlement. */
function untimely({ id, grants, settledNow }: Delivery, { failedAt }: DeliveryReport): string[] {
  const from = grants.at(-1)?.now ?? 0;
  if (failedAt >= from && failedAt <= (settledNow ?? 0)) return [];
  return [`${id}: its report says that it failed ${failedAt - from} ms after its last lease began`];
}
