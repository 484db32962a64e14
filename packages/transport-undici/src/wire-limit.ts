/** Framed in the smallest chunks, a body takes six times its size on the wire. */
const framingFactor = 8;
const headBytes = 65_536;

/** Tells when one response takes more bytes than any that is kept could, interim ones and framing included. */
export class WireLimit {
  readonly #limitBytes: number;
  #leftBytes: number;

  constructor(responseLimitBytes: number) {
    this.#limitBytes = responseLimitBytes * framingFactor + headBytes;
    this.#leftBytes = this.#limitBytes;
  }

  /** Counts bytes that a socket read. @returns whether the response may have them. */
  take(bytes: number): boolean {
    this.#leftBytes -= bytes;
    return this.#leftBytes >= 0;
  }

  /** What is read next begins a response. */
  expect(): void {
    this.#leftBytes = this.#limitBytes;
  }
}
