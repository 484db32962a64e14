import type { TextStorage } from "../../../page/unsent/sealed-storage.ts";

/** A browser's storage in memory. */
export class MemoryTextStorage implements TextStorage {
  readonly #entries = new Map<string, string>();
  /** Longest text that it takes; like a browser's it throws past it. */
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

  /** All that it holds, names included. */
  dump(): string {
    return JSON.stringify([...this.#entries]);
  }
}
