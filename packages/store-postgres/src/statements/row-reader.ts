import type { FieldDef } from "pg";

type Parse = (text: string) => unknown;

/** Makes objects of the rows of one statement. */
export class RowReader {
  static readonly ofNoRows = new RowReader([], () => String);
  readonly #names: readonly string[];
  readonly #parsers: readonly Parse[];
  /** With every name: a copy has its shape from the beginning. */
  readonly #empty: Readonly<Record<string, unknown>>;

  constructor(fields: readonly FieldDef[], parserOf: (oid: number) => Parse) {
    this.#names = fields.map(({ name }) => name);
    this.#parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
    this.#empty = Object.fromEntries(this.#names.map((name) => [name, null]));
  }

  /** `texts`: as the server has sent them, by their places. */
  read(texts: readonly (string | null)[]): object {
    const row: Record<string, unknown> = { ...this.#empty };
    for (let place = 0; place < texts.length; place += 1) {
      const text = texts[place] as string | null;
      if (text !== null) row[this.#names[place] as string] = (this.#parsers[place] as Parse)(text);
    }
    return row;
  }
}
