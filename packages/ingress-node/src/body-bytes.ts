const nothing = Buffer.alloc(0);

/** Collects the chunks of a body. Each byte is copied only a few times, even when the chunks are tiny. */
export class BodyBytes {
  #bytes: Buffer = nothing;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** All bytes so far. */
  get whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Keeps the first chunk without a copy, because a small body is one chunk. */
  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) this.#bytes = chunk;
    else this.#append(chunk, length);
    this.#length = length;
  }

  #append(chunk: Buffer, length: number): void {
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
      grown.set(this.whole);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
  }
}
