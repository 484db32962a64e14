import type { Finding } from "../../../ports/platform/diagnosis.ts";
import { shapeOf } from "../answer-shape.ts";
import { okFinding, warningFinding } from "./findings.ts";
import type { MessageAnswers } from "../message-answers.ts";
import type { TestAnswer } from "../test-answer.ts";

const check = "receiver-typing";

/** Statuses of a no from whoever read the body; any other may be of a gate, or of a receiver that is down or has moved. */
const statusesOfReaders: ReadonlySet<number> = new Set([400, 409, 422]);

/** The status by which the test was refused by somebody who read it; `null`: it was not, or nobody knows. */
function refusedBy({ end, result }: TestAnswer): number | null {
  if (result.kind === "failure") return null;
  if (end.kind === "positive" || end.kind === "failure" || end.kind === "redirect") return null;
  const { status, body } = result;
  if (statusesOfReaders.has(status)) return status;
  const isRead = status >= 200 && status < 300 && shapeOf(body) !== "a web page";
  return isRead ? status : null;
}

/** A receiver that takes messages, and not the typing that the doctor sent; `null`: it is no such one, or nobody knows. */
export function typingFinding(answer: TestAnswer, answers: MessageAnswers | null): Finding | null {
  const status = refusedBy(answer);
  if (status === null) return null;
  if (answers === null || answers.taken === 0 || answers.trouble !== null) return null;
  return warningFinding(
    check,
    `The receiver takes messages and refuses typing (HTTP ${status}).`,
    "Set `typing: off` on this channel: then it is sent none.",
  );
}

/** Adds to what is said of a refused test that it may be about typing alone, where no message was answered. */
export function withTypingHint(
  [refusal, ...others]: readonly Finding[],
  answer: TestAnswer,
  answers: MessageAnswers | null,
): readonly Finding[] {
  if (refusal === undefined) return others;
  // What is said of a failure shape says so itself.
  const isHinted =
    answers === null && answer.end.kind !== "failure-shape" && refusedBy(answer) !== null;
  if (!isHinted) return [refusal, ...others];
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
