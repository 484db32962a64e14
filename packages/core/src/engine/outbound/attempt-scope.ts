import type { Timers } from "../../ports/platform/timers.ts";
import type { Abortable } from "../dispatch/drop-signal.ts";

/**
 * The time one attempt has: it ends when its deadline passes or when what it belongs to is aborted. One plain signal
 * for everything below, let go of on `close`: a composite signal would be held as long as its sources live.
 */
export class AttemptScope {
  readonly #controller = new AbortController();
  readonly #parent: Abortable;
  readonly #cancel: () => void;
  #giveUp: (() => void) | null = null;

  constructor(parent: Abortable, timers: Pick<Timers, "after">, delayMs: number) {
    this.#parent = parent;
    parent.addEventListener("abort", this.#end);
    this.#cancel = timers.after(Math.max(0, delayMs), this.#end);
    if (parent.aborted) this.#end();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What `work` gives, or `otherwise` when the time is up before. @throws what `work` throws in time. */
  inTime<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(otherwise);
      work.then(resolve, reject);
      if (this.signal.aborted) resolve(otherwise);
    });
  }

  /** The attempt is over, however it ended. */
  close(): void {
    this.#cancel();
    this.#parent.removeEventListener("abort", this.#end);
  }

  readonly #end = (): void => {
    this.#controller.abort();
    this.#giveUp?.();
  };
}
