import type { Backlog, Clock, DeliveryStore, Timers } from "@parley/core";

/** How long one reading is used, because the store counts rows for it. */
const freshMs = 10_000;
/** How long a scrape waits for the store before it uses the last reading. */
const timeoutMs = 1_000;
/** A reading older than this is not used. */
const outdatedMs = 60_000;

/** Dependencies of a backlog reading. */
export interface BacklogPorts {
  readonly store: Pick<DeliveryStore, "backlog">;
  readonly clock: Clock;
  readonly timers: Timers;
}

/**
 * Reads the backlog for gauges: at most every 10 s, one reading at a time, at most as long as a scrape may wait.
 */
export class BacklogReading {
  readonly #ports: BacklogPorts;
  #last: { readonly at: number; readonly backlog: Backlog } | null = null;
  #underWay: Promise<void> | null = null;

  constructor(ports: BacklogPorts) {
    this.#ports = ports;
  }

  /** `null` when the last reading is older than a minute. Never rejects. */
  async current(): Promise<Backlog | null> {
    if (this.#ageMs() >= freshMs) await this.#refreshed();
    return this.#last !== null && this.#ageMs() < outdatedMs ? this.#last.backlog : null;
  }

  #ageMs(): number {
    return this.#last === null ? Number.POSITIVE_INFINITY : this.#ports.clock.now() - this.#last.at;
  }

  async #refreshed(): Promise<void> {
    this.#underWay ??= this.#read().finally(() => (this.#underWay = null));
    let cancel: () => void = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = this.#ports.timers.after(timeoutMs, resolve);
    });
    await Promise.race([this.#underWay, patience]);
    cancel();
  }

  async #read(): Promise<void> {
    try {
      const backlog = await this.#ports.store.backlog();
      this.#last = { at: this.#ports.clock.now(), backlog };
    } catch {
      // The engine reports failures of the store; here they only leave a gap.
    }
  }
}
