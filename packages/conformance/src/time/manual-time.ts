import type { Clock, Timers } from "@parley/core";

interface Alarm {
  readonly at: number;
  readonly callback: () => void;
}

const quietTurns = 4;

/** Clock and timers that move only when a test moves them. */
export class ManualTime implements Clock, Timers {
  #now: number;
  #alarms: Alarm[] = [];
  #soon = 0;
  readonly #under = new Set<Promise<unknown>>();

  /** `now`: the start, in epoch milliseconds. */
  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const alarm = { at: this.#now + Math.max(0, delayMs), callback };
    const index = this.#alarms.findIndex(({ at }) => at > alarm.at);
    this.#alarms.splice(index === -1 ? this.#alarms.length : index, 0, alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  soon(callback: () => void): void {
    this.#soon += 1;
    setImmediate(() => {
      this.#soon -= 1;
      callback();
    });
  }

  /** Registers real I/O, such as a store call: time stands still until it is done. Returns it. */
  during<Work extends Promise<unknown>>(work: Work): Work {
    this.#under.add(work);
    void work.catch(() => {}).finally(() => this.#under.delete(work));
    return work;
  }

  /** Runs everything that is ready at this instant. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#under.size > 0) {
        await Promise.allSettled(this.#under);
        quiet = -1;
      }
      if (this.#soon > 0) quiet = -1;
      const due = this.#alarms[0];
      if (due && due.at <= this.#now) {
        this.#alarms.shift();
        due.callback();
        quiet = -1;
      }
    }
  }

  /** Moves by `ms` and runs every timer on the way. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    await this.settle();
    for (let next = this.#alarms[0]; next && next.at <= target; next = this.#alarms[0]) {
      this.#now = Math.max(this.#now, next.at);
      await this.settle();
    }
    this.#now = Math.max(this.#now, target);
    await this.settle();
  }

  /** Advances time within a turn, as synchronous work does. */
  spend(ms: number): void {
    this.#now += ms;
  }

  /** Jumps without running timers, as after a suspended machine. They run late. */
  async jump(ms: number): Promise<void> {
    this.#now += ms;
    await this.settle();
  }
}
