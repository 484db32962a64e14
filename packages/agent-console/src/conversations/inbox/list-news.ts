import type { Clock, Timers } from "@parley/core";
import type { LiveEvents } from "../../live/live-events.ts";

/** Pages are told of changes at most this often. */
const pauseMs = 200;

/** Tells pages that the lists have changed. They then load lists and counts, so they are told a few times a second. */
export class ListNews {
  readonly #live: Pick<LiveEvents, "mention">;
  readonly #clock: Clock;
  readonly #timers: Timers;
  #isDue = false;
  #toldAt = 0;
  #isClosed = false;

  constructor(live: Pick<LiveEvents, "mention">, clock: Clock, timers: Timers) {
    this.#live = live;
    this.#clock = clock;
    this.#timers = timers;
  }

  tell(): void {
    if (this.#isClosed || this.#isDue) return;
    const waitMs = Math.min(pauseMs, this.#toldAt + pauseMs - this.#clock.now());
    if (waitMs > 0) {
      this.#isDue = true;
      this.#timers.after(waitMs, () => {
        this.#isDue = false;
        this.#toldAt = 0;
        this.tell();
      });
      return;
    }
    this.#toldAt = this.#clock.now();
    this.#live.mention({ type: "lists", data: {} });
  }

  close(): void {
    this.#isClosed = true;
  }
}
