/** What an attempt belongs to, and ends with: the part of an `AbortSignal` that it takes to notice. */
export interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Says that a lease was dropped. One listener on an `AbortSignal` takes more than everything else about a lease. */
export class DropSignal implements Abortable {
  #aborted = false;
  readonly #listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }

  /** Tells every listener, once. */
  abort(): void {
    this.#aborted = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
