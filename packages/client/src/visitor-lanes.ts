/**
 * Runs the work of one visitor in call order, so that a later message cannot overtake one that is being retried.
 */
export class VisitorLanes {
  readonly #tails = new Map<string, Promise<void>>();

  run<Value>(visitor: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#tails.get(visitor) ?? Promise.resolve();
    const result = before.then(work);
    const leave = (): void => this.#leave(visitor, tail);
    const tail: Promise<void> = result.then(leave, leave);
    this.#tails.set(visitor, tail);
    return result;
  }

  #leave(visitor: string, tail: Promise<void>): void {
    if (this.#tails.get(visitor) === tail) this.#tails.delete(visitor);
  }
}
