import type { Availability, Clock, PluginState } from "@parley/core";

const key = "availability";

/** What the app has said about its agents. The entry ends with its time. */
interface StatedAvailability {
  readonly available: boolean;
  /** `null`: it is about all channels. */
  readonly channels: readonly string[] | null;
}

/** What the app says. */
export interface AvailabilityStatement {
  readonly available: boolean;
  readonly forSeconds: number;
  readonly channels?: readonly string[];
}

/** The app says when agents are there. Once its word is too old, they count as gone. */
export class StatedAvailabilities {
  readonly #state: PluginState;
  readonly #clock: Clock;

  constructor(state: PluginState, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  /** Replaces what the app has said before. Returns until when it counts. @throws the store's error */
  async state({ available, forSeconds, channels }: AvailabilityStatement): Promise<number> {
    const until = this.#clock.now() + 1_000 * forSeconds;
    const value: StatedAvailability = { available, channels: channels ?? null };
    const answer = await this.#state.write([{ put: key, value, expiresAt: until }]);
    if (!answer.written) throw new Error(`the availability was not written: ${answer.why}`);
    return until;
  }

  /** @throws the store's error */
  async of(channelId: string): Promise<Availability> {
    const stated = (await this.#state.get<StatedAvailability>(key))?.value;
    if (stated === undefined || !stated.available) return 0;
    return stated.channels === null || stated.channels.includes(channelId) ? 1 : 0;
  }
}
