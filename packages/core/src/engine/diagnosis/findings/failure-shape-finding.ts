import type { ChannelKnobs } from "../../../model/channel.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { Acknowledgement } from "../../../protocol/answers/acknowledgement.ts";
import { warningFinding } from "./findings.ts";

type FailureShape = Extract<Acknowledgement, { kind: "failure-shape" }>;

const check = "receiver-failure-shape";
const passing =
  /\b(?:again|retry|retries|temporar\w*|later|unavailable|busy|overload\w*|maintenance|timed? ?out|too many)\b/i;

/** The failure shape as the answer to a test message. Never quotes the description, because it may be hidden. */
export function failureShapeFinding(
  { status, code, description = "" }: FailureShape,
  { failureShape }: ChannelKnobs,
): Finding {
  const message = `The receiver answers a test message with the failure shape (HTTP ${status}, code ${code}).`;
  return mayPass(code, description) && status === 200 && failureShape === "final"
    ? warningFinding(check, `${message} It looks temporary.`, knobAdvice)
    : warningFinding(check, message, plainAdvice);
}

/**
 * Whether the code or description suggests another try, although on HTTP 200 the failure shape is final (ruling
 * 16).
 */
function mayPass(code: number, description: string): boolean {
  return passing.test(description) || code === 408 || code === 429 || (code >= 500 && code < 600);
}

const knobAdvice =
  "Set `failureShape: redeliver` on this channel, so that such a message is sent again; otherwise it fails at once.";
const plainAdvice =
  "The test message ends the typing of a visitor who does not exist, and needs no visitor (§4.4). If the receiver takes messages of real visitors, it refuses typing alone: set `typing: off` on this channel. Else its log says what its code means.";
