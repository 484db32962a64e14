import type { Finding } from "../../../ports/platform/diagnosis.ts";
import { shapeOf } from "../answer-shape.ts";
import { okFinding, warningFinding } from "./findings.ts";
import type { MessageAnswers } from "../message-answers.ts";
import type { TestAnswer } from "../test-answer.ts";

const check = "receiver-typing";

/**
 * Statuses with which an application refuses a body that it has read. Any other status may come from a gateway in
 * front, or from a receiver that is down or has moved.
 */
const statusesOfReaders: ReadonlySet<number> = new Set([400, 409, 422]);

/** The status of a receiver that read the test message and refused it. `null`: it did not, or that is unknown. */
function refusedBy({ end, result }: TestAnswer): number | null {
  if (result.kind === "failure") return null;
  if (end.kind === "positive" || end.kind === "failure" || end.kind === "redirect") return null;
  const { status, body } = result;
  if (statusesOfReaders.has(status)) return status;
  const isRead = status >= 200 && status < 300 && shapeOf(body) !== "a web page";
  return isRead ? status : null;
}

/**
 * The finding about a receiver that accepts messages but refuses typing. `null`: it does not, or that is unknown.
 */
export function typingFinding(answer: TestAnswer, answers: MessageAnswers | null): Finding | null {
  const status = refusedBy(answer);
  if (status === null) return null;
  if (answers === null || answers.taken === 0 || answers.problem !== null) return null;
  return warningFinding(
    check,
    `The receiver takes messages and refuses typing (HTTP ${status}).`,
    "Set `typing: off` on this channel: then it is sent none.",
  );
}

/** When no real message was answered, adds to the finding of a refused test that only typing may be refused. */
export function withTypingHint(
  [refusal, ...others]: readonly Finding[],
  answer: TestAnswer,
  answers: MessageAnswers | null,
): readonly Finding[] {
  if (refusal === undefined) return others;
  // The finding about a failure shape already says so.
  const isHinted =
    answers === null && answer.end.kind !== "failure-shape" && refusedBy(answer) !== null;
  if (!isHinted) return [refusal, ...others];
  const advice = refusal.advice === undefined ? hint : `${refusal.advice} ${hint}`;
  return [{ ...refusal, advice }, ...others];
}

const hint =
  "If it takes messages all the same, it knows no typing: set `typing: off` on this channel.";

/** Such a channel gets no typing at all, not even the doctor's test. */
export const typingOff = okFinding(
  check,
  "The channel's typing is off, so the doctor sends nothing to its receiver.",
);
