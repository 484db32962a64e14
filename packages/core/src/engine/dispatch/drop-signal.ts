/** The part of an `AbortSignal` that an attempt needs. The attempt ends when it aborts. */
export interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

const noListeners: readonly (() => void)[] = [];

/** Tells that a lease was dropped. A listener on a real `AbortSignal` costs more than all the rest of a lease. */
export class DropSignal implements Abortable {
  #aborted = false;
  #listeners: readonly (() => void)[] = noListeners;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners = this.#listeners.length === 0 ? [listener] : [...this.#listeners, listener];
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }

  /** Calls every listener once. */
  abort(): void {
    this.#aborted = true;
    const listeners = this.#listeners;
    this.#listeners = noListeners;
    for (const listener of listeners) listener();
  }
}
