import type { AttemptOutcome } from "../../model/attempt.ts";
import type { Channel } from "../../model/channel.ts";
import type { Finding } from "../../ports/platform/diagnosis.ts";
import type { EngineParts } from "../engine-parts.ts";
import { warningFinding } from "./findings/findings.ts";

/** An older failure says nothing about the receiver any more. */
const relevantMs = 24 * 60 * 60 * 1_000;

/**
 * Outcomes that say something about the receiver. `null`: the outcome is about the message or the gateway, or is
 * not a failure.
 */
const receiverProblems: Readonly<Record<AttemptOutcome, string | null>> = {
  unusable: "an answer that acknowledges nothing",
  "http-status": "another HTTP status",
  redirect: "a redirect",
  timeout: "no answer in time",
  unreachable: "no connection",
  "unreadable-answer": "an answer that could not be read",
  "failure-shape": null,
  "forbidden-target": null,
  "not-sent": null,
  positive: null,
  taken: null,
  rejected: null,
  later: null,
};

/**
 * A finding about the newest failed message in the store, which an earlier run or another node may have recorded.
 * `null` when there is none that says something about the receiver.
 */
export async function failedMessageFinding(
  { deliveries, ports }: Pick<EngineParts, "deliveries" | "ports">,
  channel: Channel,
): Promise<Finding | null> {
  const query = { state: "failed", kind: "outbound", channelId: channel.id } as const;
  const { items } = await deliveries.list(query, { before: null, limit: 1 });
  const last = items[0]?.attempts.at(-1);
  if (last === undefined || last.startedAt < ports.clock.now() - relevantMs) return null;
  const words = receiverProblems[last.outcome];
  if (words === null) return null;
  const status = last.status === undefined ? "" : ` (HTTP ${last.status})`;
  return warningFinding(
    "receiver-messages",
    `The newest failed message to this receiver got ${words}${status}. No message was answered since this node started or the channel was changed.`,
    "Look at it with `parley deliveries list --state failed`; if that is mended, send a message, or use `parley receiver check` with the channel's URL.",
  );
}
