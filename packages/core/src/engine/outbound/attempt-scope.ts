import type { Timers } from "../../ports/platform/timers.ts";
import type { Abortable } from "../dispatch/held-lease.ts";

/**
 * The time limit of one attempt. It ends at the deadline or when its parent aborts.
 * It has one plain signal, released by `close`: a composite `AbortSignal` would stay in memory as long as its
 * sources.
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

  /**
   * The result of `work`, or `otherwise` when the time is up first.
   * @throws the error of `work`, when it rejects in time
   */
  inTime<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(otherwise);
      work.then(resolve, reject);
      if (this.signal.aborted) resolve(otherwise);
    });
  }

  /** Ends the scope of a finished attempt, whatever its result. */
  close(): void {
    this.#cancel();
    this.#parent.removeEventListener("abort", this.#end);
  }

  readonly #end = (): void => {
    this.#controller.abort();
    this.#giveUp?.();
  };
}
