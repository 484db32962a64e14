/** Stands for a value that is known when the request is sent, such as the token of an event that was handed out. */
export class Known {
  readonly name: string;
  readonly pick: number;
  /** Where nothing is known. */
  readonly otherwise: unknown;

  constructor(name: string, pick: number, otherwise: unknown) {
    this.name = name;
    this.pick = pick;
    this.otherwise = otherwise;
  }
}

const perName = 60;

/** Values of answers by the name of their field, so that later requests name things that exist. */
export class KnownValues {
  readonly #kept = new Map<string, readonly unknown[]>();
  readonly #learned = new Map<string, readonly unknown[]>();

  /** Values that are used as often as all others together. */
  keep(name: string, ...values: readonly unknown[]): void {
    this.#kept.set(name, values);
  }

  /** Every text of an answer. */
  learn(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, item] of Object.entries(value)) {
      if (typeof item === "string" && item !== "")
        this.#learned.set(name, [...(this.#learned.get(name) ?? []), item].slice(-perName));
      else this.learn(item);
    }
  }

  /** The same value with its placeholders replaced. */
  filled(value: unknown): unknown {
    if (value instanceof Known) return this.#at(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.filled(item));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([name, item]) => [name, this.filled(item)] as const);
    // Defines also a field that is called `__proto__`.
    return Object.fromEntries(fields);
  }

  #at({ name, pick, otherwise }: Known): unknown {
    const [kept = [], learned = []] = [this.#kept.get(name), this.#learned.get(name)];
    const all = learned.length === 0 || (kept.length > 0 && pick % 2 === 0) ? kept : learned;
    return all.length === 0 ? otherwise : all[Math.floor(pick / 2) % all.length];
  }
}
