import type { Signals, WorkNotices } from "@parley/core";

const topic = "work left due";

/** Tells other nodes when work is left due, by a signal like any other. */
export class PostgresWorkNotices implements WorkNotices {
  readonly #signals: Signals;

  constructor(signals: Signals) {
    this.#signals = signals;
  }

  listen(callback: () => void): () => void {
    return this.#signals.listen(topic, () => callback());
  }

  /** A lost notice does no harm: polling finds the work. */
  say(): void {
    this.#signals.publish(topic, "");
  }
}
