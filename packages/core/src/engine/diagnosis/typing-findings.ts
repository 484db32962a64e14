import type { Finding } from "../../ports/diagnosis.ts";
import type { AttemptEnd } from "../redelivery.ts";
import { okFinding, warningFinding } from "./findings.ts";
import type { MessageAnswers } from "./message-answers.ts";

const check = "receiver-typing";

/** Statuses that a gate before the receiver answers, whatever comes. */
const gates: ReadonlySet<number> = new Set([401, 403, 407, 429]);

function isRefusal(end: AttemptEnd): boolean {
  if (end.kind === "positive" || end.kind === "failure" || end.kind === "redirect") return false;
  return end.status === undefined || !gates.has(end.status);
}

/** A receiver that takes messages, and not the typing that the doctor sent; `null`: it is no such one, or nobody knows. */
export function typingFinding(end: AttemptEnd, answers: MessageAnswers | null): Finding | null {
  if (!isRefusal(end) || !("status" in end)) return null;
  if (answers === null || answers.taken === 0 || answers.trouble !== null) return null;
  return warningFinding(
    check,
    `The receiver takes messages and refuses typing (HTTP ${end.status ?? 200}).`,
    "Set `typing: off` on this channel: then it is sent none.",
  );
}

/** Adds to what is said of a refused test that it may be about typing alone, where no message was answered. */
export function withTypingHint(
  [refusal, ...others]: readonly Finding[],
  end: AttemptEnd,
  answers: MessageAnswers | null,
): readonly Finding[] {
  if (refusal === undefined) return others;
  if (!isRefusal(end) || end.kind === "failure-shape" || answers !== null)
    return [refusal, ...others];
  const advice = refusal.advice === undefined ? hint : `${refusal.advice} ${hint}`;
  return [{ ...refusal, advice }, ...others];
}

const hint =
  "If it takes messages all the same, it knows no typing: set `typing: off` on this channel.";

/** Nothing of typing goes to such a channel, the doctor's test neither. */
export const typingOff = okFinding(
  check,
  "The channel's typing is off, so the doctor sends nothing to its receiver.",
);
