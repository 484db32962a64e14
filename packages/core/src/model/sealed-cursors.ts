const sumLength = 8;

/**
 * Page cursors of a store in the form that an API returns: each with a checksum over the cursor and its list.
 * Without the checksum, a store would answer an invalid cursor with an empty page, which looks like the end of the
 * list.
 */
export class SealedCursors {
  readonly #digestOf: (text: string) => string;

  /** @param digestOf a hash function whose result has no dot in its first eight characters; only those are used */
  constructor(digestOf: (text: string) => string) {
    this.#digestOf = digestOf;
  }

  /** @param list identifies the list, filters included */
  seal(list: string, next: string | null): string | null {
    return next === null ? null : `${next}.${this.#sumOf(list, next)}`;
  }

  /** The store's cursor; `undefined` when no page of this list returned `before`. */
  open(list: string, before: string): string | undefined {
    const end = before.lastIndexOf(".");
    const next = before.slice(0, Math.max(0, end));
    return end > 0 && before.slice(end + 1) === this.#sumOf(list, next) ? next : undefined;
  }

  #sumOf(list: string, next: string): string {
    return this.#digestOf(JSON.stringify([list, next])).slice(0, sumLength);
  }
}
