import type { Clock } from "../../ports/platform/clock.ts";

const minuteMs = 60_000;

/**
 * Counts the conversations that each channel's visitors open in the current minute. Appends on their way to the
 * store are not counted. So a burst may exceed the limit by the size of one commit.
 */
export class ConversationLimit {
  readonly #clock: Clock;
  readonly #perMinute: number;
  #minute = 0;
  #opened = new Map<string, number>();

  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock;
    this.#perMinute = perMinute;
  }

  mayOpen(channelKey: string): boolean {
    return (this.#current().get(channelKey) ?? 0) < this.#perMinute;
  }

  opened(channelKey: string): void {
    const opened = this.#current();
    opened.set(channelKey, (opened.get(channelKey) ?? 0) + 1);
  }

  secondsLeft(): number {
    return Math.ceil((minuteMs - (this.#clock.now() % minuteMs)) / 1_000);
  }

  #current(): Map<string, number> {
    const minute = Math.floor(this.#clock.now() / minuteMs);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#opened = new Map();
    }
    return this.#opened;
  }
}
