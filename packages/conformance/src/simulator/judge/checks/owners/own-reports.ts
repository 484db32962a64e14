import { backendsOf } from "../../../plan/router-plan.ts";
import type { Delivery } from "../../delivery.ts";
import { type Check } from "../../run.ts";

/** The sender of a message gets its reports and notices. */
export const ownReports: Check = {
  name: "own-reports",
  promise:
    "What came of a message is told to the agent app that sent it, whoever owns the conversation by then, and of a visitor's message to the one that could not take it.",
  find: ({ ledger, plan }) => {
    const known = backendsOf(plan);
    return ledger.deliveries.flatMap((delivery) => [
      ...wrongSender(delivery, known),
      ...wrongListener(delivery),
    ]);
  },
};

/** Reports of what the gateway itself sends in a conversation of nobody may go to any agent app. */
function wrongSender(
  { id, kind, backend, grants, reports, notices }: Delivery,
  known: readonly string[],
): string[] {
  if (kind === "reports" || kind === "notices") return [];
  const of = kind === "outbound" ? backend : grants.at(-1)?.backend;
  const leased = grants.find((grant) => kind === "outbound" && grant.backend !== backend);
  const faults = leased === undefined ? [] : [`${id} was leased as sent by ${leased.backend}`];
  const told = [...reports, ...notices].filter((one) =>
    of === undefined || known.includes(of) ? one.backend !== of : !known.includes(one.backend),
  );
  return [...faults, ...told.map((one) => `${one.id} is for ${one.backend}, and ${of} sent it`)];
}

function wrongListener({ id, kind, backend, calls }: Delivery): string[] {
  if (kind !== "reports" && kind !== "notices") return [];
  return calls.flatMap((call) =>
    call.backend === backend ? [] : [`${id} was told to ${call.backend}, not to ${backend}`],
  );
}
