const fallback = "other";
/** Form of ids and codes. Any other text is not used as a label, because it might hold a person's words. */
const token = /^[A-Za-z0-9_.:-]{1,80}$/;

/** Limits the number of values of one label: the first `limit` values are kept, all others become `other`. */
export class BoundedLabels {
  readonly #limit: number;
  readonly #form: RegExp;
  readonly #known = new Set<string>();

  constructor(limit: number, form: RegExp = token) {
    this.#limit = limit;
    this.#form = form;
  }

  of(value: string): string {
    if (this.#known.has(value)) return value;
    if (this.#known.size >= this.#limit || !this.#form.test(value)) return fallback;
    this.#known.add(value);
    return value;
  }
}
