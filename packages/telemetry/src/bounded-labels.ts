const fallback = "other";
/** Form of ids and codes. Any other text is not used as a label, because it might hold a person's words. */
const token = /^[A-Za-z0-9_.:-]{1,80}$/;
const backendLimit = 50;
/** Form of a backend's name, such as `sales` or `slack/sales`. */
const backendName = /^[a-z][a-z0-9-]{0,39}(\/[a-z][a-z0-9-]{0,39})?$/;

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

/** Labels of agent apps, by the name of their backend. The first 50 have one of their own. */
export class BackendLabels {
  readonly #labels = new BoundedLabels(backendLimit, backendName);
  readonly #given = new Set<string>();

  of(backend: string): string {
    const label = this.#labels.of(backend);
    this.#given.add(label);
    return label;
  }

  /** Every label that was given. */
  get given(): ReadonlySet<string> {
    return this.#given;
  }
}
