import { anySuccessHides } from "@parley/core";
import { stricterAcknowledge } from "./acknowledge-knob.ts";
import { isEncoded } from "./failed-rule.ts";
import { type Exchange, headerOf } from "../exchange/exchange.ts";
import type { FirstContactRule } from "./first-contact-rules.ts";
import type { ReceiverClient } from "../exchange/receiver-client.ts";
import { type Finding, passed, skipped, warned } from "../verdict/verdict.ts";

/** A remark on a rule of first contact that passed. */
export function firstContactFinding(
  rule: FirstContactRule,
  exchange: Exchange,
  line: ReceiverClient,
): Finding {
  return warning(rule, exchange, line) ?? positiveFinding(rule, exchange, line);
}

function warning(rule: FirstContactRule, exchange: Exchange, line: ReceiverClient): Finding | null {
  const { answer, durationMs } = exchange;
  const exchanges = [exchange];
  switch (rule) {
    case "deadline":
      return durationMs > line.deadlineMs / 2 ? warned(took(durationMs), slow, exchanges) : null;
    case "content-encoding":
      return isEncoded(answer)
        ? warned("It is compressed, and was accepted without reading it.", plain, exchanges)
        : null;
    case "answer-size":
      return answer?.truncated
        ? warned("It is longer, and was accepted without reading the rest.", short, exchanges)
        : null;
    case "acknowledgement":
      return looseness(exchange, line);
    case "answer-type":
      return isLenient(line) || isJson(exchange)
        ? null
        : warned(typeOf(exchange), wrongType, exchanges);
    default:
      return null;
  }
}

/** Remarks on a knob that is more lenient than this receiver needs. */
function looseness(exchange: Exchange, line: ReceiverClient): Finding | null {
  const value = stricterAcknowledge(exchange, line);
  if (value === null) return null;
  const { acknowledge } = line.settings.knobs;
  const hidden = acknowledge === "any-2xx" ? ` Know that ${anySuccessHides}` : "";
  return warned(
    `It was acknowledged, and would be with acknowledge: "${value}" too.`,
    `Set the channel's knob acknowledge: "${value}" instead of "${acknowledge}".${hidden}`,
    [exchange],
  );
}

const slow = "Answer as soon as the message is stored: under load this time doubles.";
const plain = "Answer without Content-Encoding, so that refusals can be read too.";
const short = 'Answer with {"result":"ok"} and no more.';
const wrongType = "Send application/json. This gateway does not look at it; others may.";

function positiveFinding(
  rule: FirstContactRule,
  exchange: Exchange,
  line: ReceiverClient,
): Finding {
  const { answer, durationMs } = exchange;
  const exchanges = [exchange];
  switch (rule) {
    case "target":
      return passed("It is allowed, and answers.", exchanges);
    case "deadline":
      return passed(took(durationMs), exchanges);
    case "answer":
    case "status":
      return passed(`HTTP ${answer?.status}.`, exchanges);
    case "address":
      return passed(`The path is served: ${new URL(exchange.url).pathname}`, exchanges);
    case "redirect":
      return passed("There is none.", exchanges);
    case "content-encoding":
      return passed("It is plain.", exchanges);
    case "answer-size":
      return passed(`It has ${answer?.body.length} bytes.`, exchanges);
    case "failure-shape":
      return passed("It was not refused.", exchanges);
    case "acknowledgement":
      return passed("It was acknowledged.", exchanges);
    case "answer-type":
      return isLenient(line)
        ? skipped('With acknowledge: "any-2xx" the body has no meaning.')
        : passed(typeOf(exchange), exchanges);
  }
}

function isLenient(line: ReceiverClient): boolean {
  return line.settings.knobs.acknowledge === "any-2xx";
}

function isJson({ answer }: Exchange): boolean {
  return /^application\/json\b/.test(headerOf(answer, "content-type"));
}

function typeOf({ answer }: Exchange): string {
  return `It is ${headerOf(answer, "content-type") || "missing"}.`;
}

function took(durationMs: number): string {
  return `It took ${Math.ceil(durationMs)} ms of at most 3000.`;
}
