import type { WorkNotices } from "@parley/core";

/** Notices within this time are sent as one. The commits do not wait for it. */
const gatherMs = 5;

/** Tells other nodes when work is left due, and hears the same from them. */
export class Notices implements WorkNotices {
  readonly #send: () => Promise<unknown>;
  readonly #callbacks = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;

  constructor(send: () => Promise<unknown>) {
    this.#send = send;
  }

  listen(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => void this.#callbacks.delete(callback);
  }

  /** Another node has left work due. */
  heard(): void {
    for (const callback of this.#callbacks) callback();
  }

  /** A lost notice does no harm: polling finds the work. */
  say(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#send().catch(() => {});
    }, gatherMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#callbacks.clear();
  }
}
