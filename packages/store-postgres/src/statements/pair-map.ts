/**
 * Values under two keys. A text made of both would be a new one at every look, and what looks up a text in a `Map` has
 * it copied, hashed and kept among all names of the process first.
 */
export class PairMap<First, Second, Value> {
  readonly #values = new Map<First, Map<Second, Value>>();

  get(first: First, second: Second): Value | undefined {
    return this.#values.get(first)?.get(second);
  }

  set(first: First, second: Second, value: Value): void {
    const seconds = this.#values.get(first);
    if (seconds === undefined) this.#values.set(first, new Map([[second, value]]));
    else seconds.set(second, value);
  }

  delete(first: First, second: Second): void {
    const seconds = this.#values.get(first);
    seconds?.delete(second);
    if (seconds?.size === 0) this.#values.delete(first);
  }

  /** One by one, in the order of the first keys. */
  values(): readonly Value[] {
    return [...this.#values.values()].flatMap((seconds) => [...seconds.values()]);
  }
}
