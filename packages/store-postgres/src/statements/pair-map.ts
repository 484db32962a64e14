/** A map with two keys. A combined string would be new at every look-up, and a `Map` would hash and keep it. */
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

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** All values with this first key. */
  valuesOf(first: First): readonly Value[] {
    return [...(this.#values.get(first)?.values() ?? [])];
  }

  /** All values, in the order of the first keys. */
  values(): readonly Value[] {
    return [...this.#values.values()].flatMap((seconds) => [...seconds.values()]);
  }
}
