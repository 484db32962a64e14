/** What an attempt belongs to, and ends with: the part of an `AbortSignal` that it takes to notice. */
export interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

const nobody: readonly (() => void)[] = [];

/** Says that a lease was dropped. One listener on an `AbortSignal` takes more than everything else about a lease. */
export class DropSignal implements Abortable {
  #aborted = false;
  #listeners: readonly (() => void)[] = nobody;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners = this.#listeners.length === 0 ? [listener] : [...this.#listeners, listener];
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners = this.#listeners.filter((other) => other !== listener);
  }

  /** Tells every listener, once. */
  abort(): void {
    this.#aborted = true;
    const listeners = this.#listeners;
    this.#listeners = nobody;
    for (const listener of listeners) listener();
  }
}
