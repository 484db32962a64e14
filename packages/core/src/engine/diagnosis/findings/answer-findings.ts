import { tickMs } from "../../../model/schedule.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import { acknowledgementFinding, takenFinding } from "./acknowledgement-findings.ts";
import { failureShapeFinding } from "./failure-shape-finding.ts";
import { faultFinding, okFinding, durationText, warningFinding } from "./findings.ts";
import type { HeardAnswer } from "../../outbound/endpoint-client.ts";
import type { AttemptEnd } from "../../outbound/redelivery.ts";
import type { Channel } from "../../../model/channel.ts";
import { targetUrl } from "../../../protocol/answers/target-url.ts";
import type { TestAnswer } from "../test-answer.ts";
import { redirectFinding } from "./redirect-finding.ts";
import { statusFinding } from "./status-finding.ts";

/** A slower answer is noticeable for an agent. */
const slowMs = 1_000;

/** The end of an attempt when its answer is neither positive nor the failure shape. */
export type RefusedEnd = Exclude<AttemptEnd, { kind: "positive" | "failure-shape" | "failure" }>;

/** Findings about a receiver from its answer to a test message. */
export function answerFindings(answer: TestAnswer, channel: Channel): readonly Finding[] {
  const { end, result } = answer;
  if (end.kind === "failure") return [failureFindings[end.failure]];
  if (result.kind === "failure") return [failureFindings[result.failure]];
  return [judged(end, result, channel), latencyFinding(answer.latencyMs)];
}

/** The finding about an answer that is not an acknowledgement, to a test message or a real one. */
export function refusalFinding(end: RefusedEnd, answer: HeardAnswer, channel: Channel): Finding {
  const { status, body, location } = answer;
  if (end.kind === "redirect")
    return redirectFinding(targetUrl(channel.chatApiUrl, channel.id), location);
  return status >= 200 && status < 300
    ? acknowledgementFinding(status, body)
    : statusFinding(status);
}

function judged(
  end: Exclude<AttemptEnd, { kind: "failure" }>,
  answer: HeardAnswer,
  channel: Channel,
): Finding {
  if (end.kind === "failure-shape") return failureShapeFinding(end, channel.knobs);
  if (end.kind === "positive") return takenFinding(answer.status, answer.body, channel.knobs);
  return refusalFinding(end, answer, channel);
}

function latencyFinding(latencyMs: number): Finding {
  const message = `The receiver answers in ${durationText(latencyMs)}.`;
  if (latencyMs <= slowMs) return okFinding("receiver-latency", message);
  if (latencyMs <= tickMs) return warningFinding("receiver-latency", message, faster);
  return faultFinding("receiver-latency", message, `${faster} ${tooLate}`);
}

const faster = "Let it acknowledge first and do its work afterwards.";
const tooLate = `An attempt ends after ${durationText(tickMs)}, so no delivery is confirmed.`;

/** Findings when there was no answer, by the reason. */
export const failureFindings = {
  timeout: faultFinding(
    "receiver-latency",
    "The receiver accepts the connection, but does not answer.",
    `${faster} ${tooLate}`,
  ),
  unreachable: faultFinding(
    "receiver-answer",
    "The receiver could not be reached a second time: the test message was not sent.",
    "Check that it runs, and read the log of any proxy in front of it.",
  ),
  "unreadable-answer": faultFinding(
    "receiver-answer",
    "The receiver got the test message, but its answer cannot be read: it is not HTTP, or is cut off.",
    "Check its log, and the log of any proxy in front of it. Such messages may be shown, but are reported as not delivered.",
  ),
  "forbidden-target": faultFinding(
    "receiver-address",
    "The address guard blocks this target.",
    "Give the receiver an https URL at a public address, or have the host allow this target.",
  ),
  "not-sent": warningFinding(
    "receiver-answer",
    "The test message was not sent: the gateway is stopping.",
    "Run the doctor again when the gateway runs.",
  ),
} as const;
