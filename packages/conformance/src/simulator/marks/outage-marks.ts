import { isWhole } from "../judge/checks/owners/one-down.ts";
import { type Delivery, handOversOf } from "../judge/delivery.ts";
import { deliveriesOf, entriesOf, type Run } from "../judge/run.ts";
import type { Outage } from "../plan/router-plan.ts";
import type { Mark } from "./mark.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** An agent app that takes this many events counts as busy. */
const busyEvents = 10;

/** Marks of agent apps that are down beside others. */
export const outageMarks: readonly Mark[] = [
  beside("an agent app down for ten minutes beside a busy one", () => true),
  beside("an agent app down for a day beside a busy one", (run, outage) => {
    const kept = isKept(run, outage, dayMs - hourMs);
    return outage.ms >= dayMs && kept && isReported(run, outage);
  }),
  {
    name: "one node cut off from an agent app for longer than a fail-over takes",
    isHit: (run) => outagesOf(run).some((outage) => isCutOff(run, outage)),
  },
  {
    name: "agent app paused for minutes beside another one",
    isHit: (run) =>
      outagesOf(run).some((outage) => outage.how === "pauses" && isBusyBeside(run, outage)),
  },
  {
    name: "fail-over while the clocks differ",
    isHit: (run) =>
      run.plan.skewMs > 0 &&
      [...run.ledger.accounts.all.values()].some(({ changes }) =>
        changes.some(({ name }) => name === "fail-over"),
      ),
  },
];

function outagesOf({ plan }: Run): readonly Outage[] {
  return plan.router?.outages ?? [];
}

function beside(name: string, isSo: (run: Run, outage: Outage) => boolean): Mark {
  const isHit = (run: Run, outage: Outage) =>
    isWhole(outage) &&
    run.plan.router?.failOver[outage.backend] === undefined &&
    isBusyBeside(run, outage) &&
    isSo(run, outage);
  return { name, isHit: (run) => outagesOf(run).some((outage) => isHit(run, outage)) };
}

/** Whether another agent app takes events during the outage. */
function isBusyBeside(run: Run, { backend, at, ms }: Outage): boolean {
  const taken = deliveriesOf(run, "inbound").flatMap(({ calls }) =>
    calls.filter(
      (call) =>
        call.backend !== backend && call.outcome === "taken" && call.at > at && call.at < at + ms,
    ),
  );
  return taken.length >= busyEvents;
}

/** Whether an event waited that long for the agent app, and was delivered. */
function isKept(run: Run, { backend }: Outage, ms: number): boolean {
  return deliveriesOf(run, "inbound").some(
    (event) =>
      event.state === "delivered" &&
      (event.settledAt ?? 0) - event.committedAt >= ms &&
      event.grants.at(-1)?.backend === backend,
  );
}

/** Whether another agent app heard of failures in a conversation that was one of the agent app that is down. */
function isReported(run: Run, { backend, at, ms }: Outage): boolean {
  const isIn = ({ committedAt }: Delivery) => committedAt > at && committedAt < at + ms;
  return deliveriesOf(run, "reports").some(
    (report) =>
      isIn(report) &&
      report.backend !== backend &&
      report.state === "delivered" &&
      handOversOf(report.conversation).length > 0 &&
      report.conversation.changes.some(({ from }) => from.backend === backend),
  );
}

/** Whether another node has answers meanwhile, and no conversation moves. */
function isCutOff(run: Run, { backend, nodes, ms }: Outage): boolean {
  const rule = run.plan.router?.failOver[backend];
  if (rule === undefined || nodes === undefined || ms < rule.afterMs) return false;
  const isOf = (life: string) => nodes.some((node) => life.startsWith(`n${node}.`));
  const calls = run.ledger.deliveries.flatMap((delivery) =>
    delivery.calls.filter((call) => call.backend === backend),
  );
  const failed = calls.some(({ outcome, life }) => outcome === "threw" && isOf(life));
  const taken = calls.some(({ outcome, life }) => outcome === "taken" && !isOf(life));
  const isMoved = entriesOf(run, "owned").some(({ history }) =>
    history.some(({ name }) => name === "fail-over"),
  );
  return failed && taken && !isMoved;
}
