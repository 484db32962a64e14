/** Activity of a conversation that its row does not have yet. */
export interface Activity {
  readonly lastSequence: number;
  /** Epoch milliseconds. */
  readonly lastMessageAt: number;
  /** Position of the first delivery that the row does not cover. */
  readonly since: number;
}

/** Conversations whose newest activity is not in their rows yet. */
export class Activities {
  readonly #byNumber = new Map<number, Activity>();

  get size(): number {
    return this.#byNumber.size;
  }

  get(number: number): Activity | undefined {
    return this.#byNumber.get(number);
  }

  /** Removes and returns those that have waited since `position` or longer. */
  take(position: number): readonly (readonly [number, Activity])[] {
    const taken: (readonly [number, Activity])[] = [];
    for (const [number, activity] of this.#byNumber)
      if (activity.since <= position) taken.push([number, activity]);
    for (const [number] of taken) this.#byNumber.delete(number);
    return taken;
  }

  /** Puts back what was taken. Nothing may have been noted since. */
  giveBack(taken: readonly (readonly [number, Activity])[]): void {
    for (const [number, activity] of taken) this.#byNumber.set(number, activity);
  }

  note(number: number, activity: Activity): void {
    const { lastSequence, lastMessageAt } = activity;
    // Reuses one object shape, which V8 has optimised.
    const { since } = this.#byNumber.get(number) ?? activity;
    this.#byNumber.set(number, { lastSequence, lastMessageAt, since });
  }

  written(number: number): void {
    this.#byNumber.delete(number);
  }
}
