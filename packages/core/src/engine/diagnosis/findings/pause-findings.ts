import { deliveryIdOf } from "../../../model/delivery.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { EngineParts } from "../../engine-parts.ts";
import { isPausedLong } from "../../inbound/backend-health.ts";
import { durationText, okFinding, warningFinding } from "./findings.ts";

/** Postponed events that are named one by one. */
const namedLimit = 3;

/** Findings about pauses that the agent app asks for. Rejects with the store's error. */
export async function pauseFindings({ pauses, ports }: EngineParts): Promise<readonly Finding[]> {
  const now = ports.clock.now();
  const lasting = pauses.lasting();
  const found = lasting.map(({ since, until }) =>
    warningFinding(
      "pauses",
      `The agent app has asked to be sent nothing, ${durationText(now - since)} ago and for ${durationText(until - now)} more.`,
      "Messages wait for it, in order. Look at its limits and its status page.",
    ),
  );
  const long = (await pauses.longestPaused(namedLimit)).filter(({ since }) =>
    isPausedLong(since, now),
  );
  if (long.length > 0) {
    const ids = long.map(({ lane, sequence }) => deliveryIdOf(lane.conversationId, sequence));
    found.push(
      warningFinding(
        "pauses",
        `The agent app has postponed an event for more than a day: ${ids.join(", ")}.`,
        "Look into the agent app and its plugin. Once it takes other events, this one is set aside.",
      ),
    );
  }
  return found.length > 0 ? found : [okFinding("pauses", "The agent app has asked for no pause.")];
}
