/** In the smallest chunks, a body takes six times its size on the wire. */
const framingFactor = 8;
const headBytes = 65_536;

/** Limits the raw bytes of one response, with interim responses and framing. */
export class WireLimit {
  #leftBytes = headBytes;

  /** Counts bytes of the response. `false`: it is over the limit. */
  take(bytes: number): boolean {
    this.#leftBytes -= bytes;
    return this.#leftBytes >= 0;
  }

  /** The next bytes begin a response, of whose body so many bytes are kept. */
  expect(bodyLimitBytes: number): void {
    this.#leftBytes = bodyLimitBytes * framingFactor + headBytes;
  }
}
