/** Maximum number of keys in one look-up. */
const limit = 512;

interface Asked<Found> {
  readonly key: string;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches look-ups by key. One batch has those of one event-loop turn, or those that arrived while the last batch ran.
 * Each look-up sees everything stored before it.
 */
export class Gathered<Found> {
  readonly #findAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  #asked: Asked<Found>[] = [];
  #isUnderWay = false;

  constructor(findAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#findAll = findAll;
  }

  /** `undefined` when there is none. @throws the error of the batch. */
  find(key: string): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ key, resolve, reject });
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      setImmediate(() => void this.#findAsked());
    });
  }

  async #findAsked(): Promise<void> {
    while (this.#asked.length > 0) await this.#findSome(this.#asked.splice(0, limit));
    this.#isUnderWay = false;
  }

  async #findSome(asked: readonly Asked<Found>[]): Promise<void> {
    try {
      const found = await this.#findAll([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
