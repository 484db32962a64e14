import type { Change } from "./operation.ts";

/** The bytes of one file, which grows with zeros as a file does. */
export class FileImage {
  #bytes: Buffer = Buffer.alloc(0);
  #size = 0;

  apply(change: Change): void {
    if (change.kind === "truncate") {
      this.#reserve(change.size);
      if (change.size < this.#size) this.#bytes.fill(0, change.size, this.#size);
      this.#size = change.size;
      return;
    }
    const end = change.offset + change.data.length;
    this.#reserve(end);
    change.data.copy(this.#bytes, change.offset);
    this.#size = Math.max(this.#size, end);
  }

  /** As it stands now: a view that the next change makes stale. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  copy(): FileImage {
    const copied = new FileImage();
    copied.#bytes = Buffer.from(this.bytes);
    copied.#size = this.#size;
    return copied;
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const grown = Buffer.alloc(Math.max(size, this.#bytes.length * 2, 65_536));
    this.#bytes.copy(grown);
    this.#bytes = grown;
  }
}
