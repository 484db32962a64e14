import type { Attempt } from "./attempts.ts";
import type { Behaviour } from "./behaviour.ts";
import { smuggled } from "./behaviours/second-answers.ts";
import type { Findings } from "./findings.ts";

/** What a machine with other work to do may add to a deadline. */
export const graceMs = 500;
/** So much less time leaves a receiver too little for its misdeed. */
const starvationMs = 100;
const limitBytes = 65_536;

/** When an attempt must have ended, and how long the machine had starved this process when that was set. */
export interface Due {
  readonly deadline: number;
  readonly sinceStarvedMs: number;
}

/** What holds for every attempt, whatever the receiver does. */
export function checkAttempt(
  attempt: Attempt,
  { name, ends }: Behaviour,
  { deadline, sinceStarvedMs }: Due,
  findings: Findings,
): void {
  const { endedAt, end, response } = attempt;
  const starvedMs = attempt.endedStarvedMs - sinceStarvedMs;
  const lateMs = Math.round(endedAt - deadline - starvedMs);
  if (lateMs > graceMs) findings.add("late", `"${name}": ended ${lateMs} ms past its deadline`);
  if (response.length > limitBytes)
    findings.add("over 64 KiB", `"${name}": ${response.length} bytes`);
  // Without a turn for a second, the engine takes its leases for lost and forbids what was about to leave.
  const starved = (end === "timeout" || end === "not-sent") && starvedMs > starvationMs;
  if (!ends.includes(end) && !starved) {
    findings.add("unexpected", `"${name}": ended as ${end}, not as ${ends.join(" or ")}`);
  }
  if (Buffer.from(response).includes(smuggled)) {
    findings.add("desynchronised", `"${name}": an answer to no request was taken for one`);
  }
}
