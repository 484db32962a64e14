import { visitorIdText } from "@parley/core";
import type { Call, Delivery } from "../../delivery.ts";
import { sorted } from "../../leases.ts";
import { type Check, deliveriesOf } from "../../run.ts";

/** The latest value of every profile field counts. None is lost in concurrent commits. */
export const profile: Check = {
  name: "profile",
  promise: "The agent app sees the visitor's profile as all stored messages together left it.",
  find: (run) =>
    deliveriesOf(run, "inbound").flatMap((delivery) =>
      (delivery.change === null ? delivery.calls : []).flatMap((call) => faultsOf(delivery, call)),
    ),
};

function faultsOf({ id }: Delivery, { visitor, grant }: Call): string[] {
  const [fields, visitorId] = JSON.parse(grant.visitor) as [Record<string, string>, string];
  const wanted = JSON.stringify(sorted({ ...fields, id: visitorIdText(visitorId) }));
  const seen = JSON.stringify(sorted(visitor ?? {}));
  return seen === wanted ? [] : [`${id} came from ${seen}, not ${wanted}`];
}
