import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import type { EventOutcome } from "./ingress-client.ts";

/** Milliseconds with three significant digits. */
export interface LatencySummary {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** The counts so far. */
export interface TallyView {
  readonly sent: number;
  readonly inFlight: number;
  readonly accepted: number;
  /** Accepted events whose answer contained warnings. */
  readonly warned: number;
  readonly refused: number;
  /** Count by reason: an error code of the gateway, or `HTTP` and a status. */
  readonly refusedBy: Readonly<Record<string, number>>;
  readonly lost: number;
  readonly lostBy: Readonly<Record<string, number>>;
  /** From sending to the last byte of the answer; `null` before the first answer. */
  readonly latencyMs: LatencySummary | null;
  /** Delay of events against the plan; `null` before the first. */
  readonly latenessMs: LatencySummary | null;
}

/** Further reasons are counted as one. This bounds memory whatever the server answers. */
const reasonLimit = 40;
const otherReasons = "others";
const longestMicroseconds = 3_600_000_000;

/** Counts events in bounded memory. */
export class Tally {
  readonly #latency = histogram();
  readonly #lateness = histogram();
  readonly #refusedBy = new Map<string, number>();
  readonly #lostBy = new Map<string, number>();
  #sent = 0;
  #accepted = 0;
  #warned = 0;
  #refused = 0;
  #lost = 0;

  sent(latenessMs: number): void {
    this.#sent += 1;
    record(this.#lateness, latenessMs);
  }

  ended(end: EventOutcome, latencyMs: number): void {
    if (end.kind !== "lost") record(this.#latency, latencyMs);
    switch (end.kind) {
      case "accepted":
        this.#accepted += 1;
        this.#warned += end.warned ? 1 : 0;
        return;
      case "refused":
        this.#refused += 1;
        return count(this.#refusedBy, end.reason);
      case "lost":
        this.#lost += 1;
        return count(this.#lostBy, end.reason);
    }
  }

  view(): TallyView {
    const sent = this.#sent;
    const accepted = this.#accepted;
    const refused = this.#refused;
    const lost = this.#lost;
    return {
      sent,
      inFlight: sent - accepted - refused - lost,
      accepted,
      warned: this.#warned,
      refused,
      refusedBy: Object.fromEntries(this.#refusedBy),
      lost,
      lostBy: Object.fromEntries(this.#lostBy),
      latencyMs: spread(this.#latency),
      latenessMs: spread(this.#lateness),
    };
  }
}

function histogram(): RecordableHistogram {
  return createHistogram({ lowest: 1, highest: longestMicroseconds, figures: 3 });
}

function record(histogram: RecordableHistogram, ms: number): void {
  histogram.record(Math.min(longestMicroseconds, Math.max(1, Math.round(ms * 1_000))));
}

function count(counts: Map<string, number>, reason: string): void {
  const known = counts.has(reason) || counts.size < reasonLimit;
  const key = known ? reason : otherReasons;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function spread(histogram: RecordableHistogram): LatencySummary | null {
  if (histogram.count === 0) return null;
  const at = (percentile: number) => histogram.percentile(percentile) / 1_000;
  return { p50: at(50), p90: at(90), p99: at(99), max: histogram.max / 1_000 };
}
