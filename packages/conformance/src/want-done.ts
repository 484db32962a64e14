import type { CommitResult } from "@parley/core";
import { want } from "./want.ts";

/** Answers of port calls that may be refused. */
type Answer =
  | boolean
  | Pick<CommitResult, "appends" | "settlements">
  | { readonly status: string; readonly cause?: unknown }
  | { readonly accepted: boolean }
  | { readonly done: boolean };

/**
 * Checks that a call did everything that it was asked to do. Rules prepare their data with such calls. Without this
 * check, refused data would look like lost data.
 * @returns the answer
 * @throws AssertionError that names the refused part and the reason
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
