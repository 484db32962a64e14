/** What went wrong, counted by kind and told as it is found. */
export class Findings {
  readonly #counts = new Map<string, number>();
  readonly #told = new Set<string>();

  add(kind: string, detail: string): void {
    this.#counts.set(kind, this.count(kind) + 1);
    const line = `${kind}: ${detail}`;
    if (!this.#told.has(line)) process.stderr.write(`  ${line}\n`);
    this.#told.add(line);
  }

  count(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
