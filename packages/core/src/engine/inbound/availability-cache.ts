import type { AgentBackend, Availability } from "../../ports/agent-backend.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { waitAtMost } from "../wait-at-most.ts";

const timeoutMs = 1_000;
const sharedMs = 1_000;
const cacheLimit = 10_000;

/**
 * Asks the backend for its availability. A failure counts as `0`. One answer is shared for at most 1 s (ruling 2).
 */
export class AvailabilityCache {
  readonly #backend: AgentBackend;
  readonly #clock: Clock;
  readonly #timers: Timers;
  readonly #answers = new Map<
    string,
    { readonly askedAt: number; readonly answer: Promise<Availability> }
  >();

  constructor(backend: AgentBackend, clock: Clock, timers: Timers) {
    this.#backend = backend;
    this.#clock = clock;
    this.#timers = timers;
  }

  of(channelId: string): Promise<Availability> {
    const now = this.#clock.now();
    const known = this.#answers.get(channelId);
    if (known && now - known.askedAt < sharedMs) return known.answer;
    if (this.#answers.size >= cacheLimit) this.#answers.clear();
    const answer = this.#ask(channelId);
    this.#answers.set(channelId, { askedAt: now, answer });
    return answer;
  }

  async #ask(channelId: string): Promise<Availability> {
    try {
      const asked = Promise.resolve().then(() => this.#backend.availability(channelId));
      return (await waitAtMost(this.#timers, timeoutMs, asked, 0)) === 1 ? 1 : 0;
    } catch {
      return 0;
    }
  }
}
