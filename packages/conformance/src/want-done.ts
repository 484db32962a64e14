import type { CommitResult } from "@parley/core";
import { want } from "./want.ts";

/** What the calls of ports answer that may be refused. */
type Answer =
  | boolean
  | Pick<CommitResult, "appends" | "settlements">
  | { readonly status: string; readonly cause?: unknown }
  | { readonly accepted: boolean }
  | { readonly done: boolean };

/**
 * Wants that a call did all that it was asked to do. Most rules prepare with such calls what they are about: without
 * this, a refusal would show as the loss of what was refused.
 * @returns the answer
 * @throws AssertionError that says what was refused, and why
 */
export function wantDone<Given extends Answer>(what: string, answer: Given): Given {
  const refused = outcomesOf(answer).filter((outcome) => outcome !== "done");
  want(`${what}: the call is answered with yes`, refused, []);
  return answer;
}

function outcomesOf(answer: Answer): readonly string[] {
  if (typeof answer === "boolean") return [outcome(answer, "no")];
  if ("settlements" in answer) {
    const settlements = answer.settlements.map((one) => outcome(one === "settled", one));
    return [...settlements, ...answer.appends.flatMap(outcomesOf)];
  }
  if ("status" in answer) {
    const { status, cause } = answer;
    return [
      outcome(status === "stored", cause === undefined ? status : `${status}: ${String(cause)}`),
    ];
  }
  return [outcome("done" in answer ? answer.done : answer.accepted, JSON.stringify(answer))];
}

function outcome(isDone: boolean, otherwise: string): string {
  return isDone ? "done" : otherwise;
}
