import type { FieldDef } from "pg";

type Parse = (text: string) => unknown;

/** Turns the rows of one statement into objects. */
export class RowReader {
  static readonly ofNoRows = new RowReader([], () => String);
  readonly #names: readonly string[];
  readonly #parsers: readonly Parse[];
  /** Has every column, so that copies share one shape. */
  readonly #empty: Readonly<Record<string, unknown>>;

  constructor(fields: readonly FieldDef[], parserOf: (oid: number) => Parse) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
    this.#empty = Object.fromEntries(this.#names.map((name) => [name, null]));
  }

  /** `texts`: the values as the server sent them, in column order. */
  read(texts: readonly (string | null)[]): object {
    const row: Record<string, unknown> = { ...this.#empty };
    for (let place = 0; place < texts.length; place += 1) {
      const text = texts[place] as string | null;
      if (text !== null) row[this.#names[place] as string] = (this.#parsers[place] as Parse)(text);
    }
    return row;
  }
}
