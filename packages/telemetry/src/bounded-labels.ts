const fallback = "other";
/** What ids and codes are made of. Anything else is no label: it might be somebody's words. */
const token = /^[A-Za-z0-9_.:-]{1,80}$/;

/** Keeps the values of one label few: the first `limit` different ones stand for themselves, the rest are `other`. */
export class BoundedLabels {
  readonly #limit: number;
  readonly #known = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#limit || !token.test(value)) return fallback;
    this.#known.add(value);
    return value;
  }
}
