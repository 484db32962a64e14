import type { Availability } from "../../ports/agent-backend.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { ConnectedBackends } from "../backends/connected-backends.ts";
import type { AllPauses } from "../pauses/all-pauses.ts";
import { waitAtMost } from "../wait-at-most.ts";

const timeoutMs = 1_000;
const sharedMs = 1_000;
const cacheLimit = 10_000;

interface AvailabilityPorts {
  readonly backends: Pick<ConnectedBackends, "find" | "routing">;
  readonly pauses: Pick<AllPauses, "of">;
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * Asks the backends that may get a new conversation of the channel for their availability: `1` when one of them answers
 * `1`. A failure counts as `0`, and so does a pause of 30 s or longer. One answer is shared for at most 1 s (ruling 2).
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
    const names = this.#receivers(channelId).filter((name) => !pauses.of(name).isUnavailable);
    if (names.length === 0) return Promise.resolve(0);
    const now = clock.now();
    const key = `${channelId} ${names.join()}`;
    const known = this.#answers.get(key);
    if (known && now - known.askedAt < sharedMs) return known.answer;
    if (this.#answers.size >= cacheLimit) this.#answers.clear();
    const answers = Promise.all(names.map((name) => this.#ask(name, channelId)));
    const answer = answers.then((all): Availability => (all.includes(1) ? 1 : 0));
    this.#answers.set(key, { askedAt: now, answer });
    return answer;
  }

  /** The channel's backends, and who stands in for them. */
  #receivers(channelId: string): readonly string[] {
    const { routing } = this.#ports.backends;
    const own = routing.candidates(channelId);
    return [...new Set(own.flatMap((name) => [name, routing.failOver.get(name)?.to ?? name]))];
  }

  async #ask(name: string, channelId: string): Promise<Availability> {
    const { backends, timers } = this.#ports;
    try {
      const asked = Promise.resolve().then(() => backends.find(name)?.app.availability(channelId));
      return (await waitAtMost(timers, timeoutMs, asked, 0)) === 1 ? 1 : 0;
    } catch {
      return 0;
    }
  }
}
