import type { Clock, PluginState } from "@parley/core";
import { pullTimes } from "./pull-times.ts";

const key = "polled";

/** When the app has last polled or acknowledged, on this node at once and on all nodes within seconds. */
export class PollActivity {
  readonly #state: PluginState;
  readonly #clock: Clock;
  #lastAt: number | null = null;
  #notedAt: number | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(state: PluginState, clock: Clock) {
    this.#state = state;
    this.#clock = clock;
  }

  /** The app has called this node. Resolves once that is written, so that no write is left when a gateway closes. */
  async noted(): Promise<void> {
    const now = this.#clock.now();
    this.#lastAt = now;
    if (this.#notedAt === null || now - this.#notedAt >= pullTimes.noteMs) {
      this.#notedAt = now;
      // For the doctor only.
      this.#writing = this.#state.write([{ put: key, value: now }]).catch(() => {});
    }
    await this.#writing;
  }

  /** Whether the app has called this node a moment ago. */
  get isRecent(): boolean {
    return this.#lastAt !== null && this.#clock.now() - this.#lastAt <= pullTimes.activeMs;
  }

  /** Epoch milliseconds of the last call on any node, exact to some seconds; `null`: never. */
  async lastAt(): Promise<number | null> {
    const entry = await this.#state.get<number>(key);
    const all = [this.#lastAt, entry?.value ?? null].filter((at) => at !== null);
    return all.length === 0 ? null : Math.max(...all);
  }
}
