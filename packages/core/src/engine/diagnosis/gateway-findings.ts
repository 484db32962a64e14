import type { Channel } from "../../model/channel.ts";
import type { Finding } from "../../ports/diagnosis.ts";
import type { Parts } from "../parts.ts";
import { faultFinding, okFinding, warningFinding } from "./findings.ts";

/** What core knows of the gateway itself. Rejects with what a store throws. */
export async function gatewayFindings(
  parts: Parts,
  channels: readonly Channel[],
): Promise<readonly Finding[]> {
  const writable = await parts.committer.canWrite();
  return [
    writable ? okFinding("store", "The store takes a commit.") : unwritable,
    channels.length === 0 ? unconnected : okFinding("channels", `Channels: ${channels.length}.`),
    await deadLetterFinding(parts),
  ];
}

const unwritable = faultFinding(
  "store",
  "The store does not take a commit: visitors are answered 503.",
  "Look at the disk or the database of the store, and into the gateway's log.",
);

const unconnected = warningFinding(
  "channels",
  "There is no channel yet, so nobody can write.",
  "Add one: `parley channels add <id> <url that takes agent messages>`.",
);

async function deadLetterFinding({ deadLetters }: Parts): Promise<Finding> {
  const { items } = await deadLetters.list({ before: null, limit: 1 });
  if (items.length === 0) return okFinding("dead-letters", "No visitor message was set aside.");
  return warningFinding(
    "dead-letters",
    "At least one visitor message was set aside, because the agent app could not take it.",
    "Look at it (`parley dead-letters list`), and redeliver it once the agent app can take it.",
  );
}
