import type { Outage } from "../../../plan/router-plan.ts";
import type { Delivery } from "../../delivery.ts";
import { type Check, type Run } from "../../run.ts";

/** From this length on, an event that failed all the while would be given up if others were taken. */
const blamedMs = 600_000;

/** The outage of one agent app does not affect others. */
export const oneDown: Check = {
  name: "one-down-delays-only-its-own",
  promise:
    "While one agent app is down beside a busy one, nothing of it becomes a dead letter, however long that lasts, and the other gets its events and reports as if nothing were wrong.",
  find: (run) => {
    const outages = run.plan.router?.outages ?? [];
    return outages.filter(isWhole).flatMap((outage) => givenUp(run, outage));
  },
};

/** A long outage in which no node reaches the agent app, and it asks for no pauses. */
export function isWhole({ ms, how, nodes }: Outage): boolean {
  return ms >= blamedMs && how !== "pauses" && nodes === undefined;
}

function givenUp({ ledger }: Run, outage: Outage): string[] {
  return ledger.deliveries.flatMap((delivery) => {
    const { id, settledAt, reason, kind } = delivery;
    const isDropped = reason === "backend-failing" && kind !== "notices";
    return isDropped && settledAt !== null && isWithin(outage, settledAt) && isOf(outage, delivery)
      ? [`${id} was given up while ${outage.backend} was down`]
      : [];
  });
}

function isWithin({ at, ms }: Outage, when: number): boolean {
  return when >= at && when < at + ms;
}

function isOf({ backend }: Outage, { grants }: Delivery): boolean {
  return grants.at(-1)?.backend === backend;
}
