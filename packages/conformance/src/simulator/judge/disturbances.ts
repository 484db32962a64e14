import { contract } from "./contract.ts";
import { entriesOf, type Run } from "./run.ts";
import { isTouched, merged, type Span } from "./spans.ts";
import type { Entry } from "./trace-entry.ts";

/** After any failure a node asks the store again within this time, plus some turns. */
export const againMs = 1_300;
/** An abandoned lease is taken over within this time. */
export const leaseMs = contract.backendMs + contract.takeoverMs + againMs;

/** The periods in which a node is down, paused or starting, or a store call is slow or fails. */
export class Disturbances {
  readonly #spans: readonly Span[];

  constructor(run: Run) {
    this.#spans = merged([...troubles(run), ...absences(run)]);
  }

  touch(from: number, to: number): boolean {
    return isTouched(this.#spans, from, to);
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
