import type { Channel } from "../../model/channel.ts";
import { tickMs } from "../../model/schedule.ts";
import type { Finding } from "../../ports/platform/diagnosis.ts";
import type { TransportFailure, TransportResult } from "../../ports/transport.ts";
import type { AttemptEnd } from "../outbound/redelivery.ts";
import { failureFindings, refusalFinding } from "./findings/answer-findings.ts";
import { durationText } from "./findings/findings.ts";

/** Text about an attempt of a message that was not acknowledged. */
export type MessageProblem = Pick<Finding, "message" | "advice">;

const mayBeShown = "Such messages may be shown, but are reported as not delivered.";
const look = "Check its log, and the log of any proxy in front of it.";

/**
 * Text for an attempt without an answer, by its end. Only the end tells whether the message was written (ruling
 * 17).
 */
const failures: Readonly<Record<Exclude<TransportFailure, "not-sent">, MessageProblem>> = {
  timeout: {
    message: `The receiver got the message, but does not answer within ${durationText(tickMs)}.`,
    advice: `Let it acknowledge first and do its work afterwards. ${mayBeShown}`,
  },
  unreachable: {
    message: "The receiver could not be reached: nothing of the message was sent.",
    advice: `Check that it runs. ${look}`,
  },
  "unreadable-answer": {
    message:
      "The receiver got the message, but its answer cannot be read: it is not HTTP, or is cut off.",
    advice: `${look} ${mayBeShown}`,
  },
  "forbidden-target": failureFindings["forbidden-target"],
};

/** Key of the attempt's end; ends with the same key have the same text. */
export function problemKey(end: AttemptEnd): string {
  return end.kind === "failure" ? end.failure : `${end.kind} ${end.status}`;
}

/** The receiver's problem that an attempt of a message shows; `null` when it shows none. */
export function messageProblem(
  end: AttemptEnd,
  result: TransportResult,
  channel: Channel,
): MessageProblem | null {
  if (end.kind === "failure") return end.failure === "not-sent" ? null : failures[end.failure];
  if (end.kind === "positive" || end.kind === "failure-shape" || result.kind === "failure")
    return null;
  const { message, advice } = refusalFinding(end, result, channel);
  return advice === undefined ? { message } : { message, advice };
}
