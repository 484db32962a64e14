import type { LaneKind } from "@parley/core";
import { contract } from "./contract.ts";
import { entriesOf, type Run } from "./run.ts";
import type { Entry } from "./trace-entry.ts";

/** After any failure a node asks the store again within this time, plus some turns. */
const againMs = 1_300;
/** An abandoned lease is taken over within this time. */
const leaseMs = contract.backendMs + contract.takeoverMs + againMs;

type Span = readonly [from: number, to: number];

/**
 * The periods in which lateness has no excuse: no node is down, paused or starting, no store call is slow or fails, and
 * there is room for leases. In them instants are checked to the millisecond.
 */
export class CalmPeriods {
  /** Allowed difference between two clocks, and delay of a claim by another node's. */
  readonly toleranceMs: number;
  readonly #spans: readonly Span[];
  readonly #full: Readonly<Record<LaneKind, readonly Span[]>>;

  constructor(run: Run) {
    this.toleranceMs = 30 + 2 * run.plan.skewMs;
    this.#spans = merged([...troubles(run), ...absences(run)]);
    this.#full = {
      inbound: merged(exhaustions(run, "inbound")),
      outbound: merged(exhaustions(run, "outbound")),
      reports: merged(exhaustions(run, "reports")),
    };
  }

  /** Whether lateness on lanes of this kind has no excuse from `from` to `to`. */
  holds(kind: LaneKind, from: number, to: number): boolean {
    const touches = ([start, end]: Span) => start <= to && end >= from;
    return !this.#spans.some(touches) && !this.#full[kind].some(touches);
  }
}

function troubles(run: Run): Span[] {
  return entriesOf(run, "trouble").map(({ beganAt, at, ms, end }) => [
    beganAt,
    // No node knows the leases of a call whose answer was lost; they expire.
    Math.max(at, beganAt + ms) + (end === "unknown" ? leaseMs : againMs),
  ]);
}

/** Each node's absences, its first start included. */
function absences(run: Run): Span[] {
  const events = entriesOf(run, "life");
  return events.flatMap((entry): Span[] => {
    const { at, ms, event } = entry;
    if (event === "closing") return [[at, Number.POSITIVE_INFINITY]];
    if (event === "clock" || event === "jump" || event === "store-lost")
      return [[at, at + (event === "store-lost" ? ms : 0) + againMs]];
    if (event === "paused") return [[at, at + ms + leaseMs]];
    if (event !== "starting" && event !== "crashed" && event !== "stopping") return [];
    const releasedAt = event === "starting" ? at : at + leaseMs;
    return [[at, Math.max(backAt(events, entry), releasedAt) + againMs]];
  });
}

function backAt(
  events: readonly Extract<Entry, { kind: "life" }>[],
  { at, life }: Extract<Entry, { kind: "life" }>,
): number {
  const [node] = life.split(".");
  const back = events.find(
    (other) => other.event === "started" && other.at >= at && other.life.startsWith(`${node}.`),
  );
  return back?.at ?? Number.POSITIVE_INFINITY;
}

/** Times at which a node had no room for another lease of this kind. */
function exhaustions({ entries }: Run, kind: LaneKind): Span[] {
  return entries.flatMap((entry): Span[] => {
    if (entry.kind !== "commit" && entry.kind !== "claim") return [];
    const leases = entry.kind === "commit" ? entry.result.leases : entry.leases;
    const granted = leases.filter(({ lane }) => lane.kind === kind).length;
    if (entry.budget[kind] > granted) return [];
    return [[entry.at, entry.at + againMs + (kind === "outbound" ? contract.tickMs : leaseMs)]];
  });
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted(([a], [b]) => a - b)) {
    const last = result.at(-1);
    if (last === undefined || span[0] > last[1]) result.push(span);
    else result[result.length - 1] = [last[0], Math.max(last[1], span[1])];
  }
  return result;
}
