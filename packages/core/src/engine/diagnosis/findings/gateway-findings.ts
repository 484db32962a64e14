import type { Channel } from "../../../model/channel.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { EngineParts } from "../../engine-parts.ts";
import { pauseFindings } from "./pause-findings.ts";
import { pluginFindings } from "./plugin-findings.ts";
import { faultFinding, okFinding, durationText, warningFinding } from "./findings.ts";

/** Findings about the gateway itself. Rejects with the store's error. */
export async function gatewayFindings(
  parts: EngineParts,
  channels: readonly Channel[],
): Promise<readonly Finding[]> {
  const writable = await parts.queue.canWrite();
  return [
    writable ? okFinding("store", "The store accepts a commit.") : unwritable,
    channels.length === 0 ? unconnected : okFinding("channels", `Channels: ${channels.length}.`),
    await backlogFinding(parts),
    await deadLetterFinding(parts),
    ...(await pauseFindings(parts)),
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

/** Whether visitors' messages reach the agent app. */
async function backlogFinding({ deliveries, ports }: EngineParts): Promise<Finding> {
  const { inbound } = await deliveries.backlog();
  const { waiting, oldestAcceptedAt } = inbound;
  if (oldestAcceptedAt === null) return okFinding("backlog", "Nothing waits for the agent app.");
  const ageMs = ports.clock.now() - oldestAcceptedAt;
  const message =
    waiting === 1
      ? `1 visitor message waits for the agent app, for ${durationText(ageMs)} now.`
      : `${waiting} visitor messages wait for the agent app, the oldest for ${durationText(ageMs)}.`;
  if (ageMs < waitingLongMs) return okFinding("backlog", message);
  const level = ageMs < waitingTooLongMs ? warningFinding : faultFinding;
  return level("backlog", message, backlogAdvice);
}

const waitingLongMs = 60_000;
const waitingTooLongMs = 10 * 60_000;
const backlogAdvice =
  "Look into the agent app's log: it is down, or refuses them. They are delivered, in order, once it takes them.";

async function deadLetterFinding({ deadLetters }: EngineParts): Promise<Finding> {
  const { items } = await deadLetters.list({ before: null, limit: 1 });
  if (items.length === 0) return okFinding("dead-letters", "No visitor message was set aside.");
  return warningFinding(
    "dead-letters",
    "At least one visitor message was set aside, because the agent app could not take it.",
    "Look at it (`parley dead-letters list`), and redeliver it once the agent app can take it.",
  );
}
