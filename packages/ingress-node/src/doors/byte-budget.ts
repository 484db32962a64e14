/** What one request holds of a budget. */
export interface HeldBytes {
  /** `false`: the budget does not have so much, and nothing was taken. */
  take(bytes: number): boolean;
  /** Gives back everything that was taken. */
  release(): void;
}

/** A number of bytes that requests may hold at once. */
export class ByteBudget {
  #left: number;

  constructor(limitBytes: number) {
    this.#left = limitBytes;
  }

  /** What a new request holds: nothing yet. */
  open(): HeldBytes {
    let held = 0;
    return {
      take: (bytes) => {
        if (bytes > this.#left) return false;
        this.#left -= bytes;
        held += bytes;
        return true;
      },
      release: () => {
        this.#left += held;
        held = 0;
      },
    };
  }
}
