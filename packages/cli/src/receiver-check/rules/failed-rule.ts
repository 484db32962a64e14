import { failureAdvice, type TargetProbe } from "@parley/core";
import { isRefusing } from "./acknowledge-knob.ts";
import { endingWords } from "../verdict/ending-words.ts";
import { type Exchange, headerOf, type ReceivedAnswer } from "../exchange/exchange.ts";
import type { FirstContactRule } from "./first-contact-rules.ts";
import { targetAdvice } from "./target-advice.ts";

/** The rule that an exchange broke, with advice. */
export interface FailedRule {
  readonly rule: FirstContactRule;
  readonly seen: string;
  readonly advice: string;
}

/**
 * The first problem, which causes all others; `null` for an acknowledged exchange.
 * @param probe how far a connection gets, when nothing could be sent
 */
export function failedRuleOf(exchange: Exchange, probe: TargetProbe | null): FailedRule | null {
  const rule = ruleOf(exchange);
  if (rule === null) return null;
  if (rule === "target") return { rule, ...targetAdvice(probe, exchange) };
  const status = exchange.answer?.status ?? 0;
  const isJudgedByBody = rule === "status" || rule === "acknowledgement";
  const isNo = isJudgedByBody && isRefusing(exchange);
  const advice = isNo ? failureAdvice : adviceFor(rule, status);
  return { rule, seen: endingWords(exchange), advice };
}

function ruleOf({ ending, answer, requestHeaders }: Exchange): FirstContactRule | null {
  if (ending.kind === "positive") return null;
  if (answer === null) {
    if (requestHeaders.length === 0) return "target";
    return ending.kind === "failure" && ending.failure === "timeout" ? "deadline" : "answer";
  }
  if (ending.kind === "redirect") return "redirect";
  if (isEncoded(answer)) return "content-encoding";
  if (answer.truncated) return "answer-size";
  if (ending.kind === "failure-shape") return "failure-shape";
  return ending.kind === "http-status" ? "status" : "acknowledgement";
}

/** Whether the body is compressed although the request did not allow it. */
export function isEncoded(answer: ReceivedAnswer | null): boolean {
  return !["", "identity"].includes(headerOf(answer, "content-encoding"));
}

function adviceFor(rule: Exclude<FirstContactRule, "target">, status: number): string {
  if (status === 401 || status === 403) return unauthorized;
  switch (rule) {
    case "deadline":
      return "Answer as soon as the message is stored and do the rest afterwards; each attempt has 3 seconds from connecting to the answer's last byte.";
    case "redirect":
      return "Give the gateway the final address as chat_api_url: it never follows redirects. Watch for http instead of https, a host without www, and a missing or added slash at the end.";
    case "content-encoding":
      return "Answer without Content-Encoding: the gateway asks for none and unpacks none. A proxy or compression middleware may have to leave this path out.";
    case "answer-size":
      return 'Answer with {"result":"ok"} and no more: the gateway reads 64 KiB at most.';
    case "failure-shape":
      if (isNoPath(status)) return statusAdvice(status);
      return "Accept messages for this visitor. If the receiver does not know the visitor, name one that it knows with --recipient.";
    case "status":
      return statusAdvice(status);
    case "answer":
      return "Read the whole request, answer it, and close the connection only after that; look for a crash in the receiver's own log.";
    default:
      return 'Answer HTTP 200 with {"result":"ok"}.';
  }
}

const unauthorized =
  "If the receiver checks signatures, give the channel's signing key with --secret, and check that both have the same one. The gateway sends no other credentials than what stands in the URL.";

function isNoPath(status: number): boolean {
  return status === 404 || status === 405;
}

function statusAdvice(status: number): string {
  if (isNoPath(status))
    return "The gateway posts to chat_api_url, a slash and the channel's id: serve that path, or use a chat_api_url with {channel} in it.";
  if (status === 411)
    return 'Take bodies with Content-Length, which the gateway sends under transfer: "content-length"; a proxy in between may have made them chunked.';
  if (status === 429) return "Let the gateway's address pass the rate limit.";
  if (status >= 500) return "Look for the fault in the receiver's own log.";
  return 'Answer HTTP 200 with {"result":"ok"}.';
}
