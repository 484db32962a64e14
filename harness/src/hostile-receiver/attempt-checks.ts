import type { Attempt } from "./attempts.ts";
import type { Behaviour } from "./behaviour.ts";
import { smuggled } from "./behaviours/second-answers.ts";
import type { Findings } from "./findings.ts";

/** What a machine with other work to do may add to a deadline. */
export const graceMs = 500;
const limitBytes = 65_536;

/** What holds for every attempt, whatever the receiver does. */
export function checkAttempt(
  attempt: Attempt,
  { name, ends }: Behaviour,
  deadline: number,
  findings: Findings,
): void {
  const { endedAt, end, response } = attempt;
  const lateMs = Math.round(endedAt - deadline);
  if (lateMs > graceMs) findings.add("late", `"${name}": ended ${lateMs} ms past its deadline`);
  if (response.length > limitBytes)
    findings.add("over 64 KiB", `"${name}": ${response.length} bytes`);
  if (!ends.includes(end)) {
    findings.add("unexpected", `"${name}": ended as ${end}, not as ${ends.join(" or ")}`);
  }
  if (Buffer.from(response).includes(smuggled)) {
    findings.add("desynchronised", `"${name}": an answer to no request was taken for one`);
  }
}
