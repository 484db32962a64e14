import { deliveryIdOf } from "../../../model/delivery.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { EngineParts } from "../../engine-parts.ts";
import { isPausedLong } from "../../inbound/backend-health.ts";
import { agentAppText, capitalized } from "./agent-app-text.ts";
import { durationText, okFinding, warningFinding } from "./findings.ts";

/** Postponed events that are named one by one. */
const namedLimit = 3;

/** Findings about pauses that the agent app asks for. Rejects with the store's error. */
export async function pauseFindings(parts: EngineParts): Promise<readonly Finding[]> {
  const { pauses, ports, backends } = parts;
  const now = ports.clock.now();
  const found = pauses
    .lasting()
    .map(({ backend, since, until }) =>
      warningFinding(
        "pauses",
        `${capitalized(agentAppText(backend, backends))} has asked to be sent nothing, ${durationText(now - since)} ago and for ${durationText(until - now)} more.`,
        "Messages wait for it, in order. Look at its limits and its status page.",
      ),
    );
  found.push(...(await postponedFindings(parts, now)));
  if (found.length > 0) return found;
  const nobody =
    backends.length === 1
      ? "The agent app has asked for no pause."
      : "No agent app has asked for a pause.";
  return [okFinding("pauses", nobody)];
}

/** Events that were postponed for more than a day, of each agent app. */
async function postponedFindings(
  { pauses, backends, standIns }: EngineParts,
  now: number,
): Promise<readonly Finding[]> {
  const all = await pauses.longestPaused(namedLimit);
  const long = all
    .filter(({ since }) => isPausedLong(since, now))
    .map((paused) => ({ ...paused, backend: standIns[paused.backend] ?? paused.backend }));
  return [...new Set(long.map(({ backend }) => backend))].map((name) => {
    const own = long.filter(({ backend }) => backend === name);
    const ids = own.map(({ lane, sequence }) => deliveryIdOf(lane.conversationId, sequence));
    const app = agentAppText(name, backends);
    return warningFinding(
      "pauses",
      `${capitalized(app)} has postponed an event for more than a day: ${ids.join(", ")}.`,
      `Look into ${app} and its plugin. Once it takes other events, this one is set aside.`,
    );
  });
}
