const sumLength = 8;

/**
 * The cursors of a store's pages as an API gives them out: each with a checksum over it and over the list it belongs to.
 * Stores answer an empty page to a cursor that none of their pages gave, which would look like the end of the list.
 */
export class SealedCursors {
  readonly #digestOf: (text: string) => string;

  /** @param digestOf of its answers the first eight characters are used; no dot may be among them */
  constructor(digestOf: (text: string) => string) {
    this.#digestOf = digestOf;
  }

  /** @param list whatever names the list, with what was selected of it */
  seal(list: string, next: string | null): string | null {
    return next === null ? null : `${next}.${this.#sumOf(list, next)}`;
  }

  /** The store's cursor; `undefined` for what no page of this list gave. */
  open(list: string, before: string): string | undefined {
    const end = before.lastIndexOf(".");
    const next = before.slice(0, Math.max(0, end));
    return end > 0 && before.slice(end + 1) === this.#sumOf(list, next) ? next : undefined;
  }

  #sumOf(list: string, next: string): string {
    return this.#digestOf(JSON.stringify([list, next])).slice(0, sumLength);
  }
}
