import type { AttemptRecord } from "../../model/attempt.ts";
import type { ChannelKnobs } from "../../model/channel.ts";
import { cutText, textLimit } from "../../protocol/messages/text.ts";
import type { BackendEnd } from "../inbound/backend-caller.ts";
import type { AttemptEnd } from "./redelivery.ts";

/** Number and times of an attempt. */
export type AttemptTimes = Pick<AttemptRecord, "attempt" | "startedAt" | "durationMs">;

/** The newest attempts are enough, because an inbound message may be tried for days. */
const keptInbound = 10;

/** The record of a POST. Leaves out the integrating system's words when their code is hidden (ruling 17). */
export function postRecord(
  times: AttemptTimes,
  end: AttemptEnd,
  { hiddenErrorCodes }: Pick<ChannelKnobs, "hiddenErrorCodes">,
): AttemptRecord {
  if (end.kind === "failure") return { ...times, outcome: end.failure };
  const { attempt, startedAt, durationMs } = times;
  const { kind: outcome, status } = end;
  const unanswered = { attempt, startedAt, durationMs, outcome };
  const record = status === undefined ? unanswered : { ...unanswered, status };
  if (end.kind !== "failure-shape" || end.description === undefined) return record;
  return hiddenErrorCodes.includes(end.code) ? record : { ...record, description: end.description };
}

/** The record of a call to the agent app. */
export function callRecord(times: AttemptTimes, end: BackendEnd): AttemptRecord {
  const { attempt, startedAt, durationMs } = times;
  const { outcome } = end;
  if (outcome !== "rejected") return { attempt, startedAt, durationMs, outcome };
  const description = cutText(end.reason, textLimit).text;
  return { attempt, startedAt, durationMs, outcome, description };
}

/** Adds a record and keeps the newest `keptInbound` attempts. */
export function withCall(
  earlier: readonly AttemptRecord[],
  record: AttemptRecord,
): readonly AttemptRecord[] {
  return earlier.length === 0 ? [record] : [...earlier, record].slice(-keptInbound);
}
