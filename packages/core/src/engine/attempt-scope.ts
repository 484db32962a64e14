import type { Timers } from "../ports/timers.ts";

/**
 * The time one attempt has: it ends when its deadline passes or when what it belongs to is aborted. One plain signal
 * for everything below, let go of on `close`: a composite signal would be held as long as its sources live.
 */
export class AttemptScope {
  /** Resolves when the time is up; never rejects. */
  readonly ended: Promise<void>;
  readonly #controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #end: () => void;
  readonly #cancel: () => void;

  constructor(parent: AbortSignal, timers: Timers, delayMs: number) {
    let resolve: () => void = () => {};
    this.ended = new Promise((settle) => (resolve = settle));
    this.#parent = parent;
    this.#end = () => {
      this.#controller.abort();
      resolve();
    };
    parent.addEventListener("abort", this.#end, { once: true });
    this.#cancel = timers.after(Math.max(0, delayMs), this.#end);
    if (parent.aborted) this.#end();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The attempt is over, however it ended. */
  close(): void {
    this.#cancel();
    this.#parent.removeEventListener("abort", this.#end);
  }
}
