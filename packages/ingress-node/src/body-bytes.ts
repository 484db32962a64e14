const nothing = Buffer.alloc(0);

/** A body as its chunks come. However small they are, each byte is copied a few times at most. */
export class BodyBytes {
  #bytes: Buffer = nothing;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What has come. */
  get whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A small body comes as one chunk, which is kept as it is. */
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
