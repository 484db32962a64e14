/** Everything that was wrong. */
export class CorpusFindings {
  readonly #found: string[] = [];

  get count(): number {
    return this.#found.length;
  }

  add(why: string): void {
    this.#found.push(why);
    // A fault of a kind shows in its first cases.
    if (this.#found.length <= 200) process.stderr.write(`FOUND ${why}\n`);
  }

  /** With the input's beginning, as it is called in its corpus. */
  keep(name: string, why: string, bytes: Uint8Array): void {
    const start = JSON.stringify(Buffer.from(bytes.subarray(0, 200)).toString("latin1"));
    this.add(`${name}: ${why}\n  ${start}`);
  }
}
