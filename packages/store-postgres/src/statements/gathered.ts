/** So many are asked for at once at most. */
const limit = 512;

interface Asked<Found> {
  readonly key: string;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Look-ups by key that are asked for one by one and made together: those of one turn of the event loop, and those that
 * came while the last were under way. Each sees what was stored before it was asked for.
 */
export class Gathered<Found> {
  readonly #findAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  #asked: Asked<Found>[] = [];
  #isUnderWay = false;

  constructor(findAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#findAll = findAll;
  }

  /** `undefined` when there is none. @throws what finding all of them has thrown. */
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
