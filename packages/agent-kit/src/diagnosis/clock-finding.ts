import { faultFinding, type Finding, okFinding, warningFinding } from "@parley/core";
import type { ApiAnswer } from "../api/api-answer.ts";
import { dateOf } from "../api/asked-pause.ts";

const check = "app-clock";
const advice =
  "Use a time server on the gateway's machine. If its clock is right, the app's is wrong.";

/** `Date` has whole seconds, and the answer took its time. */
const tolerableMs = 30_000;
/** Signed requests are refused from five minutes on. */
const refusedMs = 5 * 60_000;

/** Compares an app's clock, which an answer tells, with ours. Nothing, when it tells no time. */
export function clockFinding(name: string, answer: ApiAnswer, now: number): readonly Finding[] {
  const date = dateOf(answer);
  if (date === null) return [];
  const apartMs = Math.abs(now - date);
  if (apartMs <= tolerableMs) return [okFinding(check, `${name} has the gateway's time.`)];
  const words = `The clocks of ${name} and of the gateway are ${Math.round(apartMs / 1_000)} s apart`;
  if (apartMs < refusedMs) return [warningFinding(check, `${words}.`, advice)];
  return [faultFinding(check, `${words}, so that signed requests are refused.`, advice)];
}
