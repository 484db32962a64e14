import type { AttemptOutcome, AttemptRecord, Delivery } from "@parley/core";
import { reasonInWords, timeOf } from "../ui/words.ts";

const outcomes: Readonly<Record<AttemptOutcome, string>> = {
  positive: "Acknowledged",
  "failure-shape": "Refused with an error",
  redirect: "Answered with a redirect, which is not followed",
  "http-status": "Answered with an HTTP error",
  unusable: "Answered, but with no acknowledgement",
  timeout: "No answer in time",
  unreachable: "Could not be reached: nothing was sent",
  "unreadable-answer": "Sent, but the answer could not be read",
  "forbidden-target": "The address is not allowed",
  "not-sent": "Cancelled before anything was sent",
  taken: "Accepted by the agent app",
  rejected: "Rejected by the agent app",
  later: "The agent app did not accept it",
};

export function outcomeInWords({ outcome, status }: AttemptRecord): string {
  const words = outcomes[outcome] ?? outcome;
  return status === undefined ? words : `${words} (HTTP ${status})`;
}

/** Direction of a delivery. */
export function directionInWords({ kind }: Pick<Delivery, "kind">): string {
  return kind === "outbound" ? "To the visitor" : "From the visitor";
}

export function durationInWords(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

/** A delivery's state as a sentence. */
export function stateInWords({ state, failure, attempt, nextAttemptAt }: Delivery): string {
  if (state === "delivered") return "It arrived.";
  if (failure !== null) return reasonInWords(failure.reason);
  const tried = ["Not tried yet", "Tried once", "Tried twice"][attempt] ?? `Tried ${attempt} times`;
  return nextAttemptAt === null ? `${tried}.` : `${tried}; next at ${timeOf(nextAttemptAt)}.`;
}
