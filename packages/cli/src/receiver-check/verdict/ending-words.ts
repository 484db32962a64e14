import { tickMs } from "@parley/core";
import { looserAcknowledge } from "../rules/acknowledge-knob.ts";
import { type Exchange, headerOf, textOf } from "../exchange/exchange.ts";
import type { ReceiverClient } from "../exchange/receiver-client.ts";
import { failed, type Finding, passed } from "./verdict.ts";

/** Whether the gateway reads it as a valid positive response. */
export function isTaken({ ending }: Exchange): boolean {
  return ending.kind === "positive";
}

/** The result of an exchange as a sentence. */
export function endingWords({ ending, answer, requestHeaders }: Exchange): string {
  const status = `HTTP ${answer?.status}`;
  switch (ending.kind) {
    case "positive":
      return `It was acknowledged with ${status}.`;
    case "failure-shape":
      return `It was refused with the failure shape, code ${ending.code}, on ${status}${quoted(ending.description)}.`;
    case "redirect":
      return `The answer was a redirect, ${status}${to(headerOf(answer, "location"))}.`;
    case "http-status":
      return `The answer was ${status}${quoted(startOf(textOf(answer)))}.`;
    case "unusable":
      return `The answer was ${status}, and its body no acknowledgement${quoted(startOf(textOf(answer)))}.`;
    case "failure":
      return failureWords(ending.failure, requestHeaders.length > 0);
  }
}

/** What the gateway does after an unacknowledged exchange, as a sentence. */
export function consequence({ ending }: Exchange, line: ReceiverClient): string {
  const final =
    ending.kind === "failure-shape" &&
    ending.status === 200 &&
    line.settings.knobs.failureShape === "final";
  return final
    ? "The gateway tells the agent at once that the message was not delivered."
    : "The gateway sends it again after 3 and 6 seconds, then tells the agent that it was not delivered.";
}

/** Failed with the first unacknowledged exchange; otherwise passed. */
export function allTaken(
  exchanges: readonly Exchange[],
  line: ReceiverClient,
  advice: string,
): Finding {
  const bad = exchanges.find((exchange) => !isTaken(exchange));
  if (bad) {
    const offer = looserAcknowledge(bad)?.advice;
    const words = offer === undefined ? advice : `${advice} ${offer}`;
    return failed(`${endingWords(bad)} ${consequence(bad, line)}`, words, exchanges, bad);
  }
  return passed(`${howMany(exchanges.length)} acknowledged.`, exchanges);
}

function howMany(count: number): string {
  if (count === 1) return "It was";
  return count === 2 ? "Both were" : `All ${count} were`;
}

function failureWords(failure: string, sent: boolean): string {
  if (failure === "timeout")
    return sent
      ? `There was no complete answer within ${tickMs / 1_000} seconds.`
      : `No connection was made within ${tickMs / 1_000} seconds.`;
  if (failure === "forbidden-target") return "The address guard does not allow this target.";
  return failure === "unreadable-answer"
    ? "The answer cannot be read: it is not HTTP, or the connection ended before it was complete."
    : "No connection could be made.";
}

function to(location: string): string {
  return location === "" ? "" : ` to ${location}`;
}

function quoted(text: string | undefined): string {
  return text === undefined || text === "" ? "" : `: “${text}”`;
}

function startOf(text: string): string {
  const most = 80;
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}
