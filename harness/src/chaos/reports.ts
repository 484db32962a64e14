import { attemptLimit, backendDeadlineMs, takeoverMs, tickMs } from "@parley/core";
import { numberOf } from "../gateway/ledger.ts";
import type { Load } from "../gateway/load.ts";
import type { Outside } from "../gateway/outside.ts";
import type { Excuses } from "./excuses.ts";

/** An agent's message that was not delivered: when its series began, as far as one can tell, and when the agent heard. */
export interface Undelivered {
  readonly text: string;
  /** By the monotonic clock. */
  readonly begunAt: number;
  readonly reportedAt: number;
}

/** Every agent's message whose failure was reported, though it may have been delivered as well. */
export function undelivered(outside: Outside, { sent }: Load): readonly Undelivered[] {
  const reportedAt = new Map<string, number>();
  for (const [deliveryId, at] of outside.reports) {
    const text = sent.get(deliveryId);
    if (text !== undefined) reportedAt.set(text, at);
  }
  return [...reportedAt].flatMap(([text, at]) => {
    const begunAt = begunAtOf(text, outside, reportedAt);
    return begunAt === null ? [] : [{ text, begunAt, reportedAt: at }];
  });
}

/**
 * At the latest with the first attempt that arrived. When none did: with the instant from which it was first on its
 * lane, promised and the one before it over.
 */
function begunAtOf(
  text: string,
  { outbound, positive }: Pick<Outside, "outbound" | "positive">,
  reportedAt: ReadonlyMap<string, number>,
): number | null {
  const firstAt = outbound.firstAt(text);
  if (firstAt !== null) return firstAt;
  const acknowledgedAt = outbound.acknowledgedAt(text);
  if (acknowledgedAt === null) return null;
  const before = `${text.slice(0, text.lastIndexOf("-"))}-${numberOf(text) - 1}`;
  const overAt = Math.max(positive.get(before) ?? 0, reportedAt.get(before) ?? 0);
  return Math.max(acknowledgedAt, overAt);
}

/** An attempt may begin this long after the first, and none later (§6). */
const seriesMs = tickMs * attemptLimit;
/** The longest a lane waits for a node that holds it and is gone. */
const leaseMs = backendDeadlineMs + takeoverMs;

/** Those of which the agent heard later than 9 s, one lease and what nobody could help after the series began. */
export function lateReports(
  all: readonly Undelivered[],
  excuses: Pick<Excuses, "between">,
): readonly Undelivered[] {
  return all.filter((one) => ownMs(one, excuses) > seriesMs + leaseMs);
}

/** Whole milliseconds. */
export function slowestReportMs(
  all: readonly Undelivered[],
  excuses: Pick<Excuses, "between">,
): number {
  return Math.round(Math.max(0, ...all.map((one) => ownMs(one, excuses))));
}

function ownMs({ begunAt, reportedAt }: Undelivered, excuses: Pick<Excuses, "between">): number {
  return reportedAt - begunAt - excuses.between(begunAt, reportedAt);
}
