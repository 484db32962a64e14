import type { WorkNotices } from "@parley/core";

/** What is left due in this time is told together, off the path of the commits that left it. */
const gatherMs = 5;

/** Tells other nodes that work was left due, and this one what others have left. */
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

  /** A notice that cannot be sent is not missed: polling finds the work. */
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
