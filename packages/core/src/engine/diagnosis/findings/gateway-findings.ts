import type { Channel } from "../../../model/channel.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { EngineParts } from "../../engine-parts.ts";
import type { FailOverRule } from "../../../ports/agent-router.ts";
import { backlogFindings } from "./backlog-findings.ts";
import { deadLetterFindings } from "./dead-letter-findings.ts";
import { failOverFindings } from "./fail-over-findings.ts";
import { pauseFindings } from "./pause-findings.ts";
import { pluginFindings } from "./plugin-findings.ts";
import { faultFinding, okFinding, warningFinding } from "./findings.ts";

/**
 * Findings about the gateway itself. Rejects with the store's error.
 * @param failOver by name of the backend that is down
 */
export async function gatewayFindings(
  parts: EngineParts,
  channels: readonly Channel[],
  failOver: Readonly<Record<string, FailOverRule>>,
): Promise<readonly Finding[]> {
  const writable = await parts.queue.canWrite();
  return [
    writable ? okFinding("store", "The store accepts a commit.") : unwritable,
    channels.length === 0 ? unconnected : okFinding("channels", `Channels: ${channels.length}.`),
    ...(await backlogFindings(parts)),
    ...(await deadLetterFindings(parts)),
    ...(await pauseFindings(parts)),
    ...(await failOverFindings(parts, failOver)),
    ...(await pluginFindings(parts)),
  ];
}

const unwritable = faultFinding(
  "store",
  "The store accepts no commit: visitors get 503.",
  "Check the store's disk or database, and the gateway's log.",
);

const unconnected = warningFinding(
  "channels",
  "There is no channel yet, so nobody can write.",
  "Add one: `parley channels add <id> <url that takes agent messages>`.",
);
