import { type Crowd, EventPlan } from "./event-plan.ts";
import type { IngressClient } from "./ingress-client.ts";
import type { SimulationClock } from "./simulation-clock.ts";
import type { Tally } from "./tally.ts";

/** The visitors, and the rate of events. */
export interface SimulationOptions extends Crowd {
  /** Events per second by all visitors together. */
  readonly ratePerSecond: number;
  readonly seconds: number;
  /** Visitors type before each message, and send typing notifications. */
  readonly think: boolean;
}

/** Dependencies of a simulation. */
export interface SimulationParts {
  readonly line: Pick<IngressClient, "post">;
  readonly pace: SimulationClock;
  readonly tally: Tally;
}

/** With this many unanswered events, the next one waits and counts as late. */
const inFlightLimit = 10_000;
/** Time that people think and type, in milliseconds. */
const thinkingMs = { least: 500, most: 2_500 };

/** Total number of events. */
export function eventCount({ ratePerSecond, seconds }: SimulationOptions): number {
  return Math.max(1, Math.round(ratePerSecond * seconds));
}

/**
 * Sends events at a constant rate, however long answers take (an open loop). Late events are sent too. Ends when all
 * events are answered or lost. After `signal` is aborted, it waits only for the events already sent.
 */
export async function simulateVisitors(
  options: SimulationOptions,
  parts: SimulationParts,
  signal: AbortSignal,
): Promise<void> {
  const simulation = new Simulation(options, parts, signal);
  await simulation.run(eventCount(options));
}

class Simulation {
  readonly #options: SimulationOptions;
  readonly #parts: SimulationParts;
  readonly #signal: AbortSignal;
  readonly #plan: EventPlan;
  readonly #open = new Set<Promise<void>>();

  constructor(options: SimulationOptions, parts: SimulationParts, signal: AbortSignal) {
    this.#options = options;
    this.#parts = parts;
    this.#signal = signal;
    this.#plan = new EventPlan(options);
  }

  async run(events: number): Promise<void> {
    const { pace } = this.#parts;
    const startedAtMs = pace.now();
    for (let index = 0; index < events; index += 1) {
      const dueMs = startedAtMs + (index * 1_000) / this.#options.ratePerSecond;
      await pace.until(dueMs, this.#signal);
      while (this.#open.size >= inFlightLimit) await Promise.race(this.#open);
      if (this.#signal.aborted) break;
      this.#track(
        this.#options.think
          ? this.#thinkAndSend(index, dueMs)
          : this.#send(this.#plan.body(index), dueMs),
      );
    }
    await Promise.all(this.#open);
  }

  async #thinkAndSend(index: number, dueMs: number): Promise<void> {
    const { least, most } = thinkingMs;
    const writtenAtMs = dueMs + least + Math.random() * (most - least);
    await this.#send(this.#plan.typing(index, "typein"), dueMs);
    await this.#parts.pace.until(writtenAtMs, this.#signal);
    if (this.#signal.aborted) return;
    await this.#send(this.#plan.body(index), writtenAtMs);
  }

  async #send(body: string, dueMs: number): Promise<void> {
    const { line, pace, tally } = this.#parts;
    const sentAtMs = pace.now();
    tally.sent(sentAtMs - dueMs);
    tally.ended(await line.post(body), pace.now() - sentAtMs);
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#open.delete(tracked));
    this.#open.add(tracked);
  }
}
