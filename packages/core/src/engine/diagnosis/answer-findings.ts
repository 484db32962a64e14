import type { ChannelKnobs } from "../../model/channel.ts";
import { tickMs } from "../../model/schedule.ts";
import type { Finding } from "../../ports/diagnosis.ts";
import { acknowledgementFinding, takenFinding } from "./acknowledgement-findings.ts";
import { failureShapeFinding } from "./failure-shape-finding.ts";
import { faultFinding, okFinding, spell, warningFinding } from "./findings.ts";
import type { TestAnswer } from "./receiver-test.ts";
import { redirectFinding } from "./redirect-finding.ts";
import { statusFinding } from "./status-finding.ts";

/** Past this an agent sees that the other side is slow. */
const slowMs = 1_000;

/** What the answer to a test message says about its receiver. `url`: where the message went. */
export function answerFindings(
  answer: TestAnswer,
  url: string,
  knobs: ChannelKnobs,
): readonly Finding[] {
  const { end, result } = answer;
  if (end.kind === "failure") return [failureFindings[end.failure]];
  const body = result.kind === "response" ? result.body : new Uint8Array();
  return [judged(answer, url, knobs, body), latencyFinding(answer.latencyMs)];
}

function judged(
  { end, result }: TestAnswer,
  url: string,
  knobs: ChannelKnobs,
  body: Uint8Array,
): Finding {
  switch (end.kind) {
    case "failure-shape":
      return failureShapeFinding(end, knobs);
    case "redirect":
      return redirectFinding(url, result.kind === "response" ? result.location : undefined);
    case "http-status":
      return end.status >= 200 && end.status < 300
        ? acknowledgementFinding(end.status, body)
        : statusFinding(end.status);
    case "unusable":
      return acknowledgementFinding(end.status ?? 200, body);
    default:
      return takenFinding("status" in end ? (end.status ?? 200) : 200, body, knobs);
  }
}

function latencyFinding(latencyMs: number): Finding {
  const message = `The receiver answers in ${spell(latencyMs)}.`;
  if (latencyMs <= slowMs) return okFinding("receiver-latency", message);
  if (latencyMs <= tickMs) return warningFinding("receiver-latency", message, faster);
  return faultFinding("receiver-latency", message, `${faster} ${tooLate}`);
}

const faster = "Let it acknowledge first and do its work afterwards.";
const tooLate = `An attempt ends after ${spell(tickMs)}, so that no message arrives for certain.`;

const failureFindings = {
  timeout: faultFinding(
    "receiver-latency",
    "The receiver takes the connection and does not answer.",
    `${faster} ${tooLate}`,
  ),
  unreachable: faultFinding(
    "receiver-answer",
    "The receiver could not be reached a second time: the test message was not sent.",
    "Look whether it runs, and into the log of whatever stands in front of it.",
  ),
  "unreadable-answer": faultFinding(
    "receiver-answer",
    "The receiver got the test message, and its answer cannot be read: it is no HTTP, or breaks off.",
    "Look into its log, and into that of whatever stands in front of it. Messages sent so may be shown, and are told as not delivered.",
  ),
  "forbidden-target": faultFinding(
    "receiver-address",
    "The address guard does not let the gateway go there.",
    "Give the receiver an https URL at a public address, or have the host allow this target.",
  ),
  "not-sent": warningFinding(
    "receiver-answer",
    "The test message was not sent: the gateway is stopping.",
    "Ask again when it runs.",
  ),
} as const;
