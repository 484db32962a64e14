import { answerCrashRules } from "./answers-after-crash.ts";
import type { CrashCheck } from "./crash-trial.ts";
import { messageCrashRules } from "./messages-after-crash.ts";
import { pauseRules } from "./pauses.ts";
import { reportCrashRules } from "./reports-after-crash.ts";
import { sideBySideRules } from "./side-by-side.ts";
import { staleCallRules } from "./stale-calls.ts";

/** What holds when the gateway or the app dies at any moment. */
export function crashRules(check: CrashCheck): void {
  messageCrashRules(check);
  staleCallRules(check);
  pauseRules(check);
  reportCrashRules(check);
  answerCrashRules(check);
  sideBySideRules(check);
}
