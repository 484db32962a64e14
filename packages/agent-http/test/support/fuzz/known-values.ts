/** Stands for a value that is known when the request is sent, such as the token of an event that was handed out. */
export class Known {
  readonly name: string;
  readonly pick: number;

  constructor(name: string, pick: number) {
    this.name = name;
    this.pick = pick;
  }
}

const perName = 60;

/** Values of answers by the name of their field, so that later requests name things that exist. */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>();

  add(name: string, ...values: readonly unknown[]): void {
    const all = [...(this.#values.get(name) ?? []), ...values];
    this.#values.set(name, all.slice(-perName));
  }

  /** Every text of an answer. */
  learn(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    for (const [name, item] of Object.entries(value)) {
      if (typeof item === "string" && item !== "") this.add(name, item);
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

  #at({ name, pick }: Known): unknown {
    const all = this.#values.get(name) ?? [];
    return all.length === 0 ? `no ${name}` : all[pick % all.length];
  }
}
