import type { TextStorage } from "../../../page/unsent/sealed-storage.ts";

/** A browser's storage in memory. */
export class MemoryTextStorage implements TextStorage {
  readonly #entries = new Map<string, string>();
  /** Maximum length of a text. A longer one throws, as in a browser. */
  limit = Number.POSITIVE_INFINITY;

  get length(): number {
    return this.#entries.size;
  }

  key(index: number): string | null {
    return [...this.#entries.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.#entries.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    if (text.length > this.limit) throw new DOMException("full", "QuotaExceededError");
    this.#entries.set(name, text);
  }

  removeItem(name: string): void {
    this.#entries.delete(name);
  }

  /** Everything it contains, including names. */
  dump(): string {
    return JSON.stringify([...this.#entries]);
  }
}
