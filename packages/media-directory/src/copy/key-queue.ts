/** Runs work for one key at a time, in the order of the calls. */
export class KeyQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const own = before.then(work);
    const settled = own.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
