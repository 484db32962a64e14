import type { Backlog } from "@parley/core";
import type { BackendLabels } from "./bounded-labels.ts";

type OfBackend = Backlog["backends"][string];

/** What waits on some lanes. */
export type LaneFigures = Backlog["inbound"];

/** The kinds of lanes that each agent app has of its own. */
export const backendKinds: readonly (keyof OfBackend)[] = ["inbound", "reports", "notices"];

const none: LaneFigures = { lanes: 0, waiting: 0, oldestAcceptedAt: null };
const nothing: OfBackend = { inbound: none, reports: none, notices: none };

/** What waits for each agent app, by its label. One that was seen before and has nothing waiting is there with zeros. */
export function backlogByBackend(
  { backends }: Backlog,
  labels: BackendLabels,
): ReadonlyMap<string, OfBackend> {
  const all = Object.entries(backends).map(([name, lanes]) => [labels.of(name), lanes] as const);
  const byLabel = new Map([...labels.given].map((label) => [label, nothing]));
  for (const [label, lanes] of all) byLabel.set(label, sumOf(byLabel.get(label) ?? nothing, lanes));
  return byLabel;
}

function sumOf(one: OfBackend, other: OfBackend): OfBackend {
  return {
    inbound: lanesOfBoth(one.inbound, other.inbound),
    reports: lanesOfBoth(one.reports, other.reports),
    notices: lanesOfBoth(one.notices, other.notices),
  };
}

function lanesOfBoth(one: LaneFigures, other: LaneFigures): LaneFigures {
  const instants = [one.oldestAcceptedAt, other.oldestAcceptedAt].filter((at) => at !== null);
  return {
    lanes: one.lanes + other.lanes,
    waiting: one.waiting + other.waiting,
    oldestAcceptedAt: instants.length === 0 ? null : Math.min(...instants),
  };
}
