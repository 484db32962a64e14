import {
  type Clock,
  faultFinding,
  type Finding,
  okFinding,
  type PluginState,
  warningFinding,
} from "@parley/core";
import { openPages } from "./open-pages.ts";
import type { PollActivity } from "./poll-activity.ts";

const pageSize = 500;
/** Events that the doctor reads at most. */
const pageLimit = 20;
/** An app that is there polls at least this often. */
const silentMs = 60_000;
/** An event that waits longer has trouble of its own. */
const longMs = 10 * 60_000;

interface PullDiagnosisPorts {
  readonly name: string;
  readonly state: PluginState;
  readonly activity: Pick<PollActivity, "lastAt">;
  readonly clock: Clock;
}

/** Whether the app asks for its events, and how many wait. @throws the store's error */
export async function diagnosePull(ports: PullDiagnosisPorts): Promise<readonly Finding[]> {
  const { name, activity, clock } = ports;
  const now = clock.now();
  const { count, isAll, oldestMs } = await waiting(ports, now);
  const lastAt = await activity.lastAt();
  const events =
    isAll && count === 1 ? "1 event waits" : `${isAll ? "" : "more than "}${count} events wait`;
  const queue =
    count > 0 && oldestMs > longMs
      ? warningFinding(
          "agent-http-waiting",
          `${name}: ${events}, the oldest for ${minutes(oldestMs)} minutes.`,
          "Let the app acknowledge each event once it has it. Look into its log for the event that it does not take.",
        )
      : okFinding("agent-http-waiting", `${name}: ${events}.`);
  return [pollFinding(name, lastAt, now), queue];
}

function pollFinding(name: string, lastAt: number | null, now: number): Finding {
  const check = "agent-http-polls";
  const advice =
    "Start the app. It polls POST /agents/<name>/events/poll with its token, again and again.";
  if (lastAt === null) return warningFinding(check, `${name}: the app has never polled.`, advice);
  const seconds = Math.round((now - lastAt) / 1_000);
  if (now - lastAt <= silentMs)
    return okFinding(check, `${name}: the app polled ${seconds} s ago.`);
  return faultFinding(check, `${name}: the app has not polled for ${seconds} s.`, advice);
}

async function waiting({ state }: PullDiagnosisPorts, now: number) {
  let count = 0;
  let oldest = now;
  let pages = 0;
  for await (const page of openPages(state, pageSize, {})) {
    count += page.length;
    for (const { value } of page) oldest = Math.min(oldest, value.since);
    pages += 1;
    if (pages === pageLimit) break;
  }
  return { count, isAll: count < pageLimit * pageSize, oldestMs: now - oldest };
}

function minutes(ms: number): number {
  return Math.round(ms / 60_000);
}
