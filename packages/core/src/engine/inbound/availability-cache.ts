import type { AgentBackend, Availability } from "../../ports/agent-backend.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { BackendPauses } from "../pauses/backend-pauses.ts";
import { waitAtMost } from "../wait-at-most.ts";

const timeoutMs = 1_000;
const sharedMs = 1_000;
const cacheLimit = 10_000;

interface AvailabilityPorts {
  readonly backend: AgentBackend;
  readonly pauses: Pick<BackendPauses, "isUnavailable">;
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * Asks the backend for its availability. A failure counts as `0`, and so does a pause of 30 s or longer. One answer is
 * shared for at most 1 s (ruling 2).
 */
export class AvailabilityCache {
  readonly #ports: AvailabilityPorts;
  readonly #answers = new Map<
    string,
    { readonly askedAt: number; readonly answer: Promise<Availability> }
  >();

  constructor(ports: AvailabilityPorts) {
    this.#ports = ports;
  }

  of(channelId: string): Promise<Availability> {
    const { clock, pauses } = this.#ports;
    if (pauses.isUnavailable) return Promise.resolve(0);
    const now = clock.now();
    const known = this.#answers.get(channelId);
    if (known && now - known.askedAt < sharedMs) return known.answer;
    if (this.#answers.size >= cacheLimit) this.#answers.clear();
    const answer = this.#ask(channelId);
    this.#answers.set(channelId, { askedAt: now, answer });
    return answer;
  }

  async #ask(channelId: string): Promise<Availability> {
    const { backend, timers } = this.#ports;
    try {
      const asked = Promise.resolve().then(() => backend.availability(channelId));
      return (await waitAtMost(timers, timeoutMs, asked, 0)) === 1 ? 1 : 0;
    } catch {
      return 0;
    }
  }
}
