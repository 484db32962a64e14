/** How many bytes all files may have together. Each node counts its own changes; the sweep counts anew. */
export class Room {
  readonly totalBytes: number;
  #usedBytes = 0;

  constructor(totalBytes: number) {
    this.totalBytes = totalBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  /** `false`: there is no room. Nothing was taken then. */
  take(bytes: number): boolean {
    if (this.#usedBytes + bytes > this.totalBytes) return false;
    this.#usedBytes += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#usedBytes = Math.max(0, this.#usedBytes - bytes);
  }

  /** Counts anew. What changes meanwhile is added, although the count may have seen it. */
  async recount(count: () => Promise<number>): Promise<void> {
    const before = this.#usedBytes;
    const counted = await count();
    this.#usedBytes = Math.max(0, counted + this.#usedBytes - before);
  }
}
