import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { LaneBacklog } from "../../../ports/stores/delivery-store.ts";
import type { EngineParts } from "../../engine-parts.ts";
import { agentAppText } from "./agent-app-text.ts";
import { durationText, faultFinding, okFinding, warningFinding } from "./findings.ts";

const waitingLongMs = 60_000;
const waitingTooLongMs = 10 * 60_000;

const none: LaneBacklog = { lanes: 0, waiting: 0, oldestAcceptedAt: null };

/** Whether visitors' messages reach each agent app. Rejects with the store's error. */
export async function backlogFindings({
  deliveries,
  backends,
  ports,
}: EngineParts): Promise<readonly Finding[]> {
  const backlog = await deliveries.backlog();
  const now = ports.clock.now();
  return backends.map((name) => {
    const inbound = backends.length === 1 ? backlog.inbound : backlog.backends[name]?.inbound;
    return backlogFinding(agentAppText(name, backends), inbound ?? none, now);
  });
}

function backlogFinding(app: string, inbound: LaneBacklog, now: number): Finding {
  const { waiting, oldestAcceptedAt } = inbound;
  if (oldestAcceptedAt === null) return okFinding("backlog", `Nothing waits for ${app}.`);
  const ageMs = now - oldestAcceptedAt;
  const message =
    waiting === 1
      ? `1 visitor message waits for ${app}, for ${durationText(ageMs)} now.`
      : `${waiting} visitor messages wait for ${app}, the oldest for ${durationText(ageMs)}.`;
  if (ageMs < waitingLongMs) return okFinding("backlog", message);
  const level = ageMs < waitingTooLongMs ? warningFinding : faultFinding;
  return level("backlog", message, adviceOf(app));
}

function adviceOf(app: string): string {
  return `Look into ${app === "the agent app" ? "the agent app's log" : `the log of ${app}`}: it is down, or refuses them. They are delivered, in order, once it takes them.`;
}
